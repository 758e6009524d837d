import type { Renewed } from '../../client/types.ts';
import { formatCount } from '../../core/count.ts';
import { durationForm } from '../../core/durations.ts';
import { UsageError } from '../../core/errors.ts';
import { indentedJson } from '../../core/json-text.ts';
import { shortenedText } from '../../core/values.ts';
import { type Column, formatCredits, formatInstant, printTable } from '../table.ts';
import {
  type AdminVerb,
  type Display,
  deleteCall,
  getCall,
  keyMember,
  parseJson,
  postCall,
  verb,
} from './verb.ts';

interface ClockReading {
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
  verb('clock', 'Show the clock.', { call: () => getCall('/clock'), show: showClock }),
  verb('clock set', 'Set the clock, for all accounts or for the account of one key.', {
    argumentNames: ['<setting>', '[key]'],
    call: ([setting = '', key]) => ({
      method: 'PUT',
      path: '/clock',
      body: { ...clockSetting(setting), ...keyMember(key) },
    }),
    show: showClock,
  }),
  verb('clock advance', 'Advance the clock, for all accounts or for the account of one key.', {
    argumentNames: ['<duration>', '[key]'],
    call: ([by = '', key]) => postCall('/clock/advance', { by: withUnit(by), ...keyMember(key) }),
    show: showClock,
  }),
  verb('reset', 'Reset everything, or one key, to its initial state.', {
    argumentNames: ['[key]'],
    call: ([key]) => postCall('/reset', keyMember(key)),
    show: (cleared: Record<string, number>) => [
      `Cleared ${Object.entries(cleared)
        .map(([name, n]) => formatCleared(name, n))
        .join(', ')}.`,
    ],
  }),
  verb('snapshot', 'List the snapshots.', {
    call: () => getCall('/snapshots'),
    show: ({ snapshots }: { snapshots: readonly Snapshot[] }, display) => snapshotTable(snapshots, display),
  }),
  verb('snapshot take', 'Save the current state as a snapshot.', {
    argumentNames: ['<name>'],
    call: ([name]) => ({ method: 'PUT', path: snapshotPath(name) }),
    show: (snapshot: Snapshot, display) => snapshotTable([snapshot], display),
  }),
  verb('snapshot restore', 'Restore a snapshot.', {
    argumentNames: ['<name>'],
    call: ([name]) => postCall(`${snapshotPath(name)}/restore`, {}),
    show: ({ takenAt, ...restored }: { takenAt: number; [name: string]: number }) => [
      `Restored the state of ${formatInstant(takenAt)}: ${Object.entries(restored)
        .map(([name, n]) => formatCleared(name, n))
        .join(', ')}.`,
    ],
  }),
  verb('snapshot export', 'Print a snapshot as JSON, for `snapshot import`.', {
    argumentNames: ['<name>'],
    call: ([name]) => getCall(snapshotPath(name)),
    show: (state: object) => [indentedJson(state).trimEnd()],
  }),
  verb('snapshot import', 'Import a snapshot from a file.', {
    argumentNames: ['<name>', '<file>'],
    call: ([name, content]) => ({ method: 'PUT', path: snapshotPath(name), body: parseJson(content) }),
    show: (snapshot: Snapshot, display) => snapshotTable([snapshot], display),
  }),
  verb('snapshot delete', 'Delete a snapshot.', {
    argumentNames: ['<name>'],
    call: ([name]) => deleteCall(snapshotPath(name)),
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

const formatCleared = (name: string, n: number): string => formatCount(n, ...(nouns[name] ?? [name, name]));

/** @throws UsageError for a span without its unit, or with another one */
function withUnit(span: string): string {
  if (durationForm.test(span.replace(/^-/, ''))) return span;
  const [amount = '31'] = /^\d{1,6}/.exec(span) ?? [];
  throw new UsageError(
    `'${shortenedText(span)}' is not a span: give a number and its unit, ms, s, m, h or d: creator-sandbox clock advance ${amount}d`,
  );
}

/** The short forms of the setting `clock`, `frozen`, and JSON; the sandbox refuses anything else. */
function clockSetting(text: string): object {
  if (text.startsWith('{')) return parseJson(text) as object;
  if (text === 'real' || text === 'frozen') return { mode: text };
  if (/^x\d/.test(text)) return { mode: 'scaled', scale: Number(text.slice(1)) };
  if (/^[+-]\d+[a-z]+$/.test(text)) return { mode: 'offset', offset: text };
  return { mode: 'frozen', at: text };
}

function showClock({ mode, now, scale, ran = [] }: ClockReading, display: Display): string[] {
  const line = `${formatInstant(now)}, ${scale === undefined ? mode : `x${scale}`}`;
  return ran.length === 0 ? [line] : [line, ...printTable(renewalColumns, ran, { ...display, none: '' })];
}

const renewalColumns: readonly Column<Renewed>[] = [
  { head: 'renewed', text: ({ at }) => formatInstant(at) },
  { head: 'account', text: ({ account }) => account },
  { head: 'credits', text: ({ credits }) => formatCredits(credits), isFigure: true },
];

const snapshotTable = (snapshots: readonly Snapshot[], display: Display): string[] =>
  printTable(snapshotColumns, snapshots, { ...display, none: 'No snapshots.' });

const snapshotColumns: readonly Column<Snapshot>[] = [
  { head: 'snapshot', text: ({ name }) => name },
  { head: 'taken', text: ({ takenAt }) => formatInstant(takenAt) },
  { head: 'size', text: ({ bytes }) => `${bytes} bytes`, isFigure: true },
];
