import { ask, type Recorded } from './api.ts';
import { createStore } from './store.ts';

/** One request in the list; the whole of it is asked for when it is opened. */
export interface Row {
  id: number;
  at: number;
  key: string | null;
  operation: string | null;
  method: string;
  url: string;
  status: number;
  errorCode: string | null;
  credits: number;
  durationMs: number;
  injected: string | null;
  decisions: readonly string[];
}

/** As many as the journal keeps by default. */
const most = 20_000;

/** The requests, oldest first. */
export const rows = createStore<readonly Row[]>([]);

/** Adds requests as they come; many of one moment are drawn once. */
let waiting: Row[] = [];
export function addRow(row: Row): void {
  waiting.push(row);
  if (waiting.length === 1) requestAnimationFrame(flush);
  // A hidden tab has no frames.
  else if (waiting.length > 500) flush();
}

function flush(): void {
  const added = waiting;
  waiting = [];
  if (added.length === 0) return;
  const known = rows.value.at(-1)?.id ?? 0;
  const fresh = added.filter(({ id }) => id > known);
  // A reset begins the numbers again.
  if (fresh.length < added.length && added.some(({ id }) => id === 1)) void loadRows();
  else rows.set([...rows.value, ...fresh].slice(-most));
}

/** Reads the whole journal, page by page. */
export async function loadRows(): Promise<void> {
  const all: Row[] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const page: { requests: Recorded[]; cursor: string | null } = await ask('get', '/__admin/requests', {
      query: { limit: '1000', cursor },
    });
    all.push(...page.requests.map(rowOf));
    cursor = page.cursor;
  }
  const last = all.at(-1)?.id ?? 0;
  rows.set([...all, ...waiting.filter(({ id }) => id > last)].slice(-most));
  waiting = [];
}

const rowOf = ({ path, query, matched, body, bodyCut, traceId, notes, ...row }: Recorded): Row => ({
  ...row,
  url: pathAndQuery(path, query),
});

export function pathAndQuery(path: string, query: Recorded['query']): string {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  ).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}
