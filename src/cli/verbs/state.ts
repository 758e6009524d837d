import type { Renewed } from '../../client/types.ts';
import { type AdminVerb, get, json, keyOf, type Look, post, remove, verb } from './verb.ts';
import { credits, date, table } from './words.ts';

interface Reading {
  mode: string;
  now: number;
  scale?: number;
  offset?: number;
  ran?: readonly Renewed[];
}

interface Snapshot {
  name: string;
  takenAt: number;
  bytes: number;
}

const snapshotPath = (name = ''): string => `/snapshots/${encodeURIComponent(name)}`;

/** The clock, the reset and the snapshots. */
export const stateVerbs: readonly AdminVerb[] = [
  verb('clock', 'Show the clock.', { call: () => get('/clock'), show: reading }),
  verb('clock set', 'Set the clock, for all accounts or for the account of one key.', {
    takes: ['<setting>', '[key]'],
    call: ([setting = '', key]) => ({
      method: 'PUT',
      path: '/clock',
      body: { ...clockSetting(setting), ...keyOf(key) },
    }),
    show: reading,
  }),
  verb('clock advance', 'Advance the clock, for all accounts or for the account of one key.', {
    takes: ['<duration>', '[key]'],
    call: ([by, key]) => post('/clock/advance', { by, ...keyOf(key) }),
    show: reading,
  }),
  verb('reset', 'Reset everything, or one key, to its initial state.', {
    takes: ['[key]'],
    call: ([key]) => post('/reset', keyOf(key)),
    show: (cleared: Record<string, number>) => [
      `Cleared ${Object.entries(cleared)
        .map(([name, n]) => counted(name, n))
        .join(', ')}.`,
    ],
  }),
  verb('snapshot', 'List the snapshots.', {
    call: () => get('/snapshots'),
    show: ({ snapshots }: { snapshots: readonly Snapshot[] }, look) => snapshotTable(snapshots, look),
  }),
  verb('snapshot take', 'Save the current state as a snapshot.', {
    takes: ['<name>'],
    call: ([name]) => ({ method: 'PUT', path: snapshotPath(name) }),
    show: (snapshot: Snapshot, look) => snapshotTable([snapshot], look),
  }),
  verb('snapshot restore', 'Restore a snapshot.', {
    takes: ['<name>'],
    call: ([name]) => post(`${snapshotPath(name)}/restore`, {}),
    show: ({ takenAt, ...restored }: { takenAt: number; [name: string]: number }) => [
      `Restored the state of ${date(takenAt)}: ${Object.entries(restored)
        .map(([name, n]) => counted(name, n))
        .join(', ')}.`,
    ],
  }),
  verb('snapshot export', 'Print a snapshot as JSON, for `snapshot import`.', {
    takes: ['<name>'],
    call: ([name]) => get(snapshotPath(name)),
    show: (state: object) => [JSON.stringify(state, null, 2)],
  }),
  verb('snapshot import', 'Import a snapshot from a file.', {
    takes: ['<name>', '<file>'],
    call: ([name, content]) => ({ method: 'PUT', path: snapshotPath(name), body: json(content) }),
    show: (snapshot: Snapshot, look) => snapshotTable([snapshot], look),
  }),
  verb('snapshot delete', 'Delete a snapshot.', {
    takes: ['<name>'],
    call: ([name]) => remove(snapshotPath(name)),
    show: () => ['Deleted.'],
  }),
];

/** The counts of a reset. */
const nouns: Readonly<Record<string, readonly [one: string, more: string]>> = {
  keys: ['key', 'keys'],
  accounts: ['account', 'accounts'],
  entries: ['ledger entry', 'ledger entries'],
  holds: ['hold', 'holds'],
  windows: ['rate window', 'rate windows'],
  requests: ['request', 'requests'],
  faults: ['fault rule', 'fault rules'],
};

const counted = (name: string, n: number): string => `${n} ${nouns[name]?.[n === 1 ? 0 : 1] ?? name}`;

/** The short forms of the setting `clock`, `frozen`, and JSON; the sandbox refuses anything else. */
function clockSetting(text: string): object {
  if (text.startsWith('{')) return json(text) as object;
  if (text === 'real' || text === 'frozen') return { mode: text };
  if (/^x\d/.test(text)) return { mode: 'scaled', scale: Number(text.slice(1)) };
  if (/^[+-]\d+[a-z]+$/.test(text)) return { mode: 'offset', offset: text };
  return { mode: 'frozen', at: text };
}

function reading({ mode, now, scale, ran = [] }: Reading, { paint }: Look): string[] {
  const renewals = table(
    ['renewed', 'account', 'credits'],
    ran.map(({ at, account, credits: amount }) => [date(at), account, credits(amount)]),
    { paint, none: '', right: [2] },
  );
  return [`${date(now)}, ${scale === undefined ? mode : `x${scale}`}`, ...(ran.length === 0 ? [] : renewals)];
}

const snapshotTable = (snapshots: readonly Snapshot[], { paint }: Look): string[] =>
  table(
    ['snapshot', 'taken', 'size'],
    snapshots.map(({ name, takenAt, bytes }) => [name, date(takenAt), `${bytes} bytes`]),
    { paint, none: 'No snapshots.', right: [2] },
  );
