import type { Yielding } from '../../core/yield-to-loop.ts';
import type { SavedAccount, SavedEntry, SavedKey } from '../../ledger/saved.ts';
import type { SavedState } from './saved-state.ts';

/** A part of a saved state. Entries are those of the last account, or some of them. */
interface Row {
  state?: Omit<SavedState, 'ledger' | 'windows' | 'traces'>;
  account?: Omit<SavedAccount, 'entries'>;
  entries?: SavedEntry[];
  key?: SavedKey;
  window?: [keyId: string, at: number[]];
  trace?: [keyId: string, requests: number];
}

const maxEntriesInRow = 500;
/** A text ends behind the row that reaches it. */
const minTextLength = 1 << 17;

/** A state as it is stored, in steps: JSON lists of rows, none of which takes long to write or to parse. */
export function* snapshotTexts(saved: SavedState): Yielding<string[]> {
  const texts: string[] = [];
  let [rows, length]: [string[], number] = [[], 0];
  for (const row of rowsOf(saved)) {
    const text = JSON.stringify(row);
    rows.push(text);
    length += text.length;
    if (length >= minTextLength) {
      texts.push(listOf(rows));
      [rows, length] = [[], 0];
    }
    yield;
  }
  return [...texts, listOf(rows)];
}

/** A join copies the rows now, in this step; a template would leave that to whoever reads the text first. */
const listOf = (rows: readonly string[]): string => ['[', rows.join(), ']'].join('');

function* rowsOf({ ledger, windows, traces, ...state }: SavedState): Generator<Row> {
  yield { state };
  for (const { entries, ...account } of ledger.accounts) {
    yield { account };
    for (let from = 0; from < entries.length; from += maxEntriesInRow)
      yield { entries: entries.slice(from, from + maxEntriesInRow) };
  }
  for (const key of ledger.keys) yield { key };
  for (const window of Object.entries(windows)) yield { window };
  for (const trace of Object.entries(traces)) yield { trace };
}

/** The state that was stored as texts, in steps. */
export function* stateOfTexts(texts: readonly string[]): Yielding<SavedState> {
  const [accounts, keys]: [SavedAccount[], SavedKey[]] = [[], []];
  const windows: SavedState['windows'] = {};
  const traces: SavedState['traces'] = {};
  const begun: { state?: Row['state'] } = {};
  for (const text of texts) {
    for (const { state, account, entries = [], key, window, trace } of JSON.parse(text) as Row[]) {
      if (state) begun.state = state;
      if (account) accounts.push({ ...account, entries: [] });
      accounts.at(-1)?.entries.push(...entries);
      if (key) keys.push(key);
      if (window) windows[window[0]] = window[1];
      if (trace) traces[trace[0]] = trace[1];
    }
    yield;
  }
  return { ...(begun.state as NonNullable<Row['state']>), ledger: { accounts, keys }, windows, traces };
}
