import { isByClock } from '../../src/core/instants.ts';
import { pathAndQuery, requestSubject } from '../../src/core/request-subject.ts';
import { AdminRefusal, callAdmin, type JournalEntry } from './api.ts';
import { createStore } from './store.ts';

/** One request in the list. Its other fields are read when it is opened. */
export type Row = Omit<
  JournalEntry,
  'path' | 'query' | 'matched' | 'body' | 'bodyCut' | 'traceId' | 'notes'
> & {
  url: string;
  /** The creators that it names, its filters or its description; null if it has none. */
  about: string | null;
};

/** As many as the journal stores by default. */
const maxRows = 20_000;

/** The requests, oldest first. */
export const rows = createStore<readonly Row[]>([]);

/** The term that finds the requests of the present run: the newest, as many as the report has counted. */
export const termOfRun = (all: readonly Row[], calls: number): string => `id>${all.at(-1 - calls)?.id ?? 0}`;

/** The contents of the list: nothing yet, the journal, or nothing because the journal is off. */
type Reading =
  /** @property read requests so far */
  | { state: 'reading'; read: number }
  /** @property forgotten older requests that the journal has dropped because of its size */
  | { state: 'ready'; forgotten: number }
  | { state: 'off' };

export const journalReading = createStore<Reading>({ state: 'reading', read: 0 });

/** How often the journal was read from its beginning: after a restart or a reset, a request of before is gone. */
export const timesRead = createStore(0);

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
  // A hidden tab has no frames, but timers.
  if (waiting.length === 1) setTimeout(flush, 16);
}

function flush(): void {
  if (reading || waiting.length === 0) return;
  const fresh = waiting;
  waiting = [];
  rows.set(withRows(rows.value, fresh));
}

/** Adds those that the list does not have yet: a stream and another replica tell of a request after later ones. */
function withRows(list: readonly Row[], fresh: readonly Row[]): readonly Row[] {
  const last = list.at(-1)?.id ?? 0;
  const isInOrder = fresh.every(({ id }, n) => id > (n === 0 ? last : (fresh[n - 1]?.id ?? 0)));
  if (isInOrder) return [...list, ...fresh].slice(-maxRows);
  const byId = new Map(list.map((row) => [row.id, row]));
  for (const row of fresh) byId.set(row.id, row);
  return [...byId.values()].sort((one, other) => one.id - other.id).slice(-maxRows);
}

/** Reads the whole journal, once more if it changes meanwhile. */
export function loadRows(): Promise<void> {
  if (reading) isStale = true;
  else
    reading = readRows().finally(() => {
      reading = undefined;
      flush();
    });
  return reading as Promise<void>;
}

/** `loadRows` without waiting. It may fail: without a connection the page connects again, and then reads everything. */
export const reloadRows = (): void => void loadRows().catch(() => {});

/** The numbers below the newest that the journal neither holds nor has forgotten: they were cleared. */
let cleared = 0;

async function readRows(): Promise<void> {
  isStale = false;
  const all: Row[] = [];
  let forgotten = 0;
  if (journalReading.value.state !== 'ready') journalReading.set({ state: 'reading', read: 0 });
  try {
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const page: Page = await callAdmin('get', '/__admin/requests', { query: { limit: '1000', cursor } });
      all.push(...page.requests.map(rowOf));
      ({ cursor, forgotten } = page);
      if (journalReading.value.state === 'reading')
        journalReading.set({ state: 'reading', read: all.length });
    }
  } catch (error) {
    if (!isOff(error)) throw error;
    rows.set([]);
    journalReading.set({ state: 'off' });
    return;
  }
  if (isStale) return readRows();
  const last = all.at(-1)?.id ?? 0;
  cleared = last - all.length - forgotten;
  const fresh = waiting.filter(({ id }) => id > last);
  waiting = [];
  rows.set(withRows(all, fresh));
  journalReading.set({ state: 'ready', forgotten });
  timesRead.set(timesRead.value + 1);
}

interface Page {
  requests: JournalEntry[];
  cursor: string | null;
  forgotten: number;
}

const isOff = (error: unknown): boolean => error instanceof AdminRefusal && error.status === 409;

/** Reads the journal again if someone has emptied it or the part of a key, because a reset sends no event. */
export async function noticeReset(): Promise<void> {
  const last = rows.value.at(-1);
  if (!last) return;
  try {
    const { count, forgotten } = await callAdmin('get', '/__admin/requests/count');
    const now = journalReading.value;
    if (now.state === 'ready' && now.forgotten !== forgotten)
      journalReading.set({ state: 'ready', forgotten });
    if (!isByClock(last.id)) {
      if (last.id - count - forgotten > cleared) reloadRows();
    } else await callAdmin('get', '/__admin/requests/{id}', { path: { id: String(last.id) } });
  } catch (error) {
    if (error instanceof AdminRefusal && error.status === 404) reloadRows();
  }
}

const rowOf = ({ path, query, matched, body, bodyCut, traceId, notes, ...row }: JournalEntry): Row => {
  const url = pathAndQuery(path, query);
  return { ...row, url, about: requestSubject(url, bodyCut ? undefined : body) };
};
