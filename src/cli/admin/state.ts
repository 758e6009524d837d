import type { Renewed } from '../../client/types.ts';
import { formatCount } from '../../core/count.ts';
import { durationForm } from '../../core/durations.ts';
import { UsageError } from '../../core/errors.ts';
import { shortenedText } from '../../core/values.ts';
import { type Column, formatCredits, formatInstant, printTable } from '../table.ts';
import { type Display, parseJson } from '../verb.ts';

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

/** The reply to a restored snapshot: its time, and counts. */
export type Restored = { takenAt: number } & Readonly<Record<string, number>>;

export const snapshotPath = (name = ''): string => `/snapshots/${encodeURIComponent(name)}`;

/** The key of a line that may name none. */
export const keyMember = (key: string | undefined): { key?: string } => (key === undefined ? {} : { key });

/** The counts of a reset or a snapshot. */
const nouns: Readonly<Record<string, readonly [one: string, more: string]>> = {
  keys: ['key', 'keys'],
  accounts: ['account', 'accounts'],
  entries: ['ledger entry', 'ledger entries'],
  holds: ['hold', 'holds'],
  windows: ['rate window', 'rate windows'],
  requests: ['request', 'requests'],
  faults: ['fault rule', 'fault rules'],
};

/** The counts of a reset or a snapshot, in words. */
export const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, n]) => formatCount(n, ...(nouns[name] ?? ([name, name] as const))))
    .join(', ');

/** @throws UsageError for a span without its unit, or with another one */
export function spanOf(span = ''): string {
  if (durationForm.test(span.replace(/^-/, ''))) return span;
  const [amount = '31'] = /^\d{1,6}/.exec(span) ?? [];
  throw new UsageError(
    `'${shortenedText(span)}' is not a span: give a number and its unit, ms, s, m, h or d: creator-sandbox clock advance ${amount}d`,
  );
}

/** The short forms of the setting `clock`, `frozen`, and JSON; the sandbox refuses anything else. */
export function clockSetting(text = ''): object {
  if (text.startsWith('{')) return parseJson(text) as object;
  if (text === 'real' || text === 'frozen') return { mode: text };
  if (/^x\d/.test(text)) return { mode: 'scaled', scale: Number(text.slice(1)) };
  if (/^[+-]\d+[a-z]+$/.test(text)) return { mode: 'offset', offset: text };
  return { mode: 'frozen', at: text };
}

export function showClock({ mode, now, scale, ran = [] }: ClockReading, display: Display): string[] {
  const line = `${formatInstant(now)}, ${scale === undefined ? mode : `x${scale}`}`;
  return ran.length === 0 ? [line] : [line, ...printTable(renewalColumns, ran, { ...display, none: '' })];
}

const renewalColumns: readonly Column<Renewed>[] = [
  { head: 'renewed', text: ({ at }) => formatInstant(at) },
  { head: 'account', text: ({ account }) => account },
  { head: 'credits', text: ({ credits }) => formatCredits(credits), isFigure: true },
];

export const snapshotTable = (snapshot: Snapshot, display: Display): string[] =>
  printTable(snapshotColumns, [snapshot], { ...display, none: '' });

export const snapshotColumns: readonly Column<Snapshot>[] = [
  { head: 'snapshot', text: ({ name }) => name },
  { head: 'taken', text: ({ takenAt }) => formatInstant(takenAt) },
  { head: 'size', text: ({ bytes }) => `${bytes} bytes`, isFigure: true },
];
