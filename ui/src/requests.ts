import { AdminRefusal, allOf, callAdmin, type JournalEntry } from './api.ts';
import { createStore } from './store.ts';

/** One request in the list. Its other fields are read when it is opened. */
export type Row = Omit<
  JournalEntry,
  'path' | 'query' | 'matched' | 'body' | 'bodyCut' | 'traceId' | 'notes'
> & {
  url: string;
};

/** As many as the journal stores by default. */
const maxRows = 20_000;

/** The requests, oldest first. */
export const rows = createStore<readonly Row[]>([]);

let waiting: Row[] = [];
/** While the journal is read, new rows wait, because the reading may already contain them. */
let reading: Promise<void> | undefined;
/** The journal has changed since the reading began. */
let isStale = false;

/** Adds requests as they arrive; many that arrive together are drawn once. */
export function addRow(row: Row): void {
  waiting.push(row);
  // After a reset the numbers begin again at 1.
  if (row.id === 1 && (reading || rows.value.length > 0)) reloadRows();
  if (waiting.length === 1) requestAnimationFrame(flush);
  // A hidden tab has no frames.
  else if (waiting.length > 500) flush();
}

function flush(): void {
  if (reading || waiting.length === 0) return;
  const last = rows.value.at(-1)?.id ?? 0;
  const fresh = waiting.filter(({ id }) => id > last);
  waiting = [];
  rows.set([...rows.value, ...fresh].slice(-maxRows));
}

/** Reads the whole journal, once more if it changes meanwhile. */
export function loadRows(): Promise<void> {
  if (reading) isStale = true;
  else
    reading = readRows().finally(() => {
      reading = undefined;
    });
  return reading as Promise<void>;
}

/** `loadRows` without waiting. It may fail: without a connection the page connects again, and then reads everything. */
export const reloadRows = (): void => void loadRows().catch(() => {});

async function readRows(): Promise<void> {
  isStale = false;
  const all = await allOf(async (cursor) => {
    const page = await callAdmin('get', '/__admin/requests', { query: { limit: '1000', cursor } });
    return { items: page.requests.map(rowOf), cursor: page.cursor };
  });
  if (isStale) return readRows();
  const last = all.at(-1)?.id ?? 0;
  const known = [...all, ...waiting.filter(({ id }) => id > last)];
  waiting = [];
  rows.set(known.slice(-maxRows));
}

/** Reads the journal again if someone has emptied it, because a reset sends no event. */
export async function noticeReset(): Promise<void> {
  const last = rows.value.at(-1);
  if (!last) return;
  try {
    await callAdmin('get', '/__admin/requests/{id}', { path: { id: String(last.id) } });
  } catch (error) {
    if (error instanceof AdminRefusal && error.status === 404) reloadRows();
  }
}

const rowOf = ({ path, query, matched, body, bodyCut, traceId, notes, ...row }: JournalEntry): Row => ({
  ...row,
  url: pathAndQuery(path, query),
});

export function pathAndQuery(path: string, query: JournalEntry['query']): string {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  ).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}
