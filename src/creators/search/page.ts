import type { WholeNumbers } from './growing.ts';

/**
 * Sorts one page of many rows without sorting the others, by the selection algorithm of Floyd and Rivest. It needs
 * little more than one comparison per row on average.
 */
export function sortedPage(
  rows: Uint32Array,
  order: { keys: ArrayLike<number>; place: WholeNumbers; desc: boolean },
  offset: number,
  pageSize: number,
): number[] {
  const end = Math.min(rows.length, offset + pageSize);
  if (offset >= end) return [];
  const keys = new Float64Array(rows.length);
  const sign = order.desc ? -1 : 1;
  for (let at = 0; at < rows.length; at++) keys[at] = sign * (order.keys[rows[at] as number] as number);
  const list: Keyed = { keys, rows, place: order.place };
  if (end < rows.length) selectNth(list, end - 1, 0, rows.length - 1);
  if (offset > 0) selectNth(list, offset, 0, end - 1);
  return Array.from({ length: end - offset }, (_, index) => offset + index)
    .sort((a, b) => (keys[a] as number) - (keys[b] as number) || placeAt(list, a) - placeAt(list, b))
    .map((at) => rows[at] as number);
}

/** Rows and their keys. Equal keys are ordered by `place`, which is unique per row. */
interface Keyed {
  keys: Float64Array;
  rows: Uint32Array;
  place: WholeNumbers;
}

const placeAt = ({ rows, place }: Keyed, at: number): number => place[rows[at] as number] as number;

/**
 * Afterwards the row at `k` is the one that a full sort would put there: smaller rows come before it, larger
 * ones after it.
 */
function selectNth(list: Keyed, k: number, from: number, to: number): void {
  let [left, right] = [from, to];
  while (right > left) {
    if (right - left > 600) {
      // select in a sample around `k` first, so that the pivot is close to it
      const n = right - left + 1;
      const m = k - left + 1;
      const z = Math.log(n);
      const s = 0.5 * Math.exp((2 * z) / 3);
      const sd = 0.5 * Math.sqrt((z * s * (n - s)) / n) * (m < n / 2 ? -1 : 1);
      const sampleLeft = Math.max(left, Math.floor(k - (m * s) / n + sd));
      const sampleRight = Math.min(right, Math.floor(k + ((n - m) * s) / n + sd));
      selectNth(list, k, sampleLeft, sampleRight);
    }
    const split = partition(list, k, left, right);
    if (split <= k) left = split + 1;
    if (k <= split) right = split - 1;
  }
}

/** @returns the new position of the row that was at `k`, between the smaller and the larger ones */
function partition(list: Keyed, k: number, left: number, right: number): number {
  const { keys, rows, place } = list;
  const pivotKey = keys[k] as number;
  const pivotPlace = placeAt(list, k);
  const compare = (at: number): number => {
    const key = keys[at] as number;
    if (key !== pivotKey) return key < pivotKey ? -1 : 1;
    return (place[rows[at] as number] as number) - pivotPlace;
  };
  let i = left;
  let j = right;
  swap(list, left, k);
  if (compare(right) > 0) swap(list, left, right);
  while (i < j) {
    swap(list, i, j);
    i++;
    j--;
    while (compare(i) < 0) i++;
    while (compare(j) > 0) j--;
  }
  if (compare(left) === 0) swap(list, left, j);
  else {
    j++;
    swap(list, j, right);
  }
  return j;
}

function swap({ keys, rows }: Keyed, a: number, b: number): void {
  const [key, row] = [keys[a] as number, rows[a] as number];
  keys[a] = keys[b] as number;
  rows[a] = rows[b] as number;
  keys[b] = key;
  rows[b] = row;
}
