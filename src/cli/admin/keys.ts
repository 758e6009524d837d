import type { Key } from '../../client/types.ts';
import { formatCount } from '../../core/count.ts';
import { type Column, formatCredits, formatInstant, formatSheet } from '../table.ts';
import { type AdminCall, type Display, getCall } from '../verb.ts';

interface Entry {
  id: number;
  at: number;
  kind: string;
  key: string | null;
  operation: string | null;
  plan: number;
  purchased: number;
  held: number;
  balance: number;
}

export const listKeys = (): AdminCall => getCall('/keys?limit=1000');

export const keyPath = (name = ''): string => `/keys/${encodeURIComponent(name)}`;

export const keyColumns: readonly Column<Key>[] = [
  { head: 'key', text: (key) => nameOfKey(key) },
  { head: 'id', text: ({ id }) => id, goes: 4 },
  { head: 'available', text: (key) => available(key), isFigure: true },
  {
    head: 'plan left',
    text: (key) => (key.unlimited ? '' : formatCredits(key.planRemaining)),
    isFigure: true,
    goes: 3,
  },
  { head: 'purchased', text: (key) => formatCredits(key.purchased), isFigure: true, goes: 2 },
  { head: 'spent', text: (key) => formatCredits(key.spent), isFigure: true },
  { head: 'limit', text: ({ limit }) => (limit === null ? '' : formatCredits(limit)), isFigure: true },
  { head: 'terms', text: (key) => termsInWords(key), goes: 1 },
];

export const entryColumns = ({ nameOf }: Display): Column<Entry>[] => [
  { head: 'entry', text: ({ id }) => String(id), isFigure: true },
  { head: 'time', text: ({ at }) => formatInstant(at), goes: 4 },
  { head: 'kind', text: ({ kind }) => kind },
  { head: 'key', text: ({ key }) => (key === null ? '' : nameOf(key)), goes: 3 },
  { head: 'operation', text: ({ operation }) => operation ?? '' },
  { head: 'plan', text: ({ plan }) => formatCredits(plan), isFigure: true },
  { head: 'purchased', text: ({ purchased }) => formatCredits(purchased), isFigure: true, goes: 1 },
  { head: 'held', text: ({ held }) => formatCredits(held), isFigure: true, goes: 2 },
  { head: 'balance', text: ({ balance }) => formatCredits(balance), isFigure: true },
];

/** Its label, or as much of the key as may be shown. */
export const nameOfKey = ({ label, key }: Key): string => label ?? key;

const available = (key: Key): string => (key.available === null ? 'unlimited' : formatCredits(key.available));

export function keySheet(key: Key, { paint }: Display): string[] {
  const { id, label, origin, account, plan, used, planRemaining, purchased, held } = key;
  const entries: (readonly [string, string])[] = [
    ['key', key.key],
    ...(label === null ? [] : [['label', label] as const]),
    ['id', id],
    ['origin', origin],
    ['account', account],
    ['available', available(key)],
    ['plan', `${formatCredits(planRemaining)} of ${formatCredits(plan)} left, ${formatCredits(used)} used`],
    ['purchased', formatCredits(purchased)],
    ['held', formatCredits(held)],
    [
      'spent',
      `${formatCredits(key.spent)}${key.limit === null ? ', no limit' : ` of at most ${formatCredits(key.limit)}`}`,
    ],
    [
      'cycle',
      key.renewsAt === null
        ? `${key.cycle}, from the first use on`
        : `${key.cycle}, renews at ${formatInstant(key.renewsAt)}`,
    ],
    ['terms', termsInWords(key) || 'none'],
  ];
  return formatSheet(entries, paint);
}

/** The terms that differ from those of a plain key. */
const termsInWords = ({ fractional, rate, allow, testOnly, clockOffset }: Key): string =>
  [
    ...(fractional ? ['fractional'] : []),
    ...(rate === null ? [] : [`rate ${rate}`]),
    ...(allow === null
      ? []
      : [
          `may call ${allow.length <= 3 ? allow.join(' ') || 'nothing' : formatCount(allow.length, 'operation')}`,
        ]),
    ...(testOnly ? ['test-only'] : []),
    ...(clockOffset === '0ms' ? [] : [`clock ${clockOffset}`]),
  ].join(', ');
