import type { Key } from '../../client/types.ts';
import { changeableFlags, creatableFlags, someTermsOf, termsOf, toppedUpFlags } from './key-flags.ts';
import { type AdminVerb, get, keyPath, type Look, post, remove, verb } from './verb.ts';
import { count, credits, date, sheet, table } from './words.ts';

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

export const keyVerbs: readonly [list: AdminVerb, ...others: AdminVerb[]] = [
  verb('keys', 'List the API keys.', {
    call: () => get('/keys?limit=1000'),
    pages: 'keys',
    show: ({ keys }: { keys: readonly Key[] }, { paint }) =>
      table(
        ['key', 'id', 'available', 'plan left', 'purchased', 'spent', 'limit', 'terms'],
        keys.map((key) => [
          nameOfKey(key),
          key.id,
          available(key),
          key.unlimited ? '' : credits(key.planRemaining),
          credits(key.purchased),
          credits(key.spent),
          key.limit === null ? '' : credits(key.limit),
          termsInWords(key),
        ]),
        { paint, none: 'No keys.', right: [2, 3, 4, 5, 6] },
      ),
  }),
  verb('keys create', 'Create a key and print it: --plan 100 --fractional, or {"plan":100}.', {
    takes: ['[json]'],
    options: creatableFlags,
    call: ([terms], flags) => post('/keys', termsOf(terms, flags)),
    show: keySheet,
  }),
  verb('keys show', 'Show a key and its account.', {
    takes: ['<key>'],
    call: ([key]) => get(keyPath(key)),
    show: keySheet,
  }),
  verb('keys change', 'Change the terms of a key: --limit 50 --no-fractional, or {"limit":50}.', {
    takes: ['<key>', '[json]'],
    options: changeableFlags,
    call: ([key, changes], flags) => ({
      method: 'PATCH',
      path: keyPath(key),
      body: someTermsOf(changes, flags),
    }),
    show: keySheet,
  }),
  verb('keys top-up', 'Add credits to the account of a key: --plan 10 --purchased 5.', {
    takes: ['<key>', '[json]'],
    options: toppedUpFlags,
    call: ([key, given], flags) => post(`${keyPath(key)}/credits`, someTermsOf(given, flags)),
    show: keySheet,
  }),
  verb('keys entries', "List the ledger entries of a key's account.", {
    takes: ['<key>'],
    call: ([key]) => get(`${keyPath(key)}/entries?limit=1000`),
    pages: 'entries',
    show: ({ entries }: { entries: readonly Entry[] }, { paint, nameOf }) =>
      table(
        ['entry', 'time', 'kind', 'key', 'operation', 'plan', 'purchased', 'held', 'balance'],
        entries.map(({ id, at, kind, key, operation, plan, purchased, held, balance }) => [
          String(id),
          date(at),
          kind,
          key === null ? '' : nameOf(key),
          operation ?? '',
          credits(plan),
          credits(purchased),
          credits(held),
          credits(balance),
        ]),
        { paint, none: 'No entries.', right: [0, 5, 6, 7, 8] },
      ),
  }),
  verb('keys delete', 'Delete a key.', {
    takes: ['<key>'],
    call: ([key]) => remove(keyPath(key)),
    show: () => ['Deleted.'],
  }),
];

/** Its label, or as much of the key as may be shown. */
export const nameOfKey = ({ label, key }: Key): string => label ?? key;

const available = (key: Key): string => (key.available === null ? 'unlimited' : credits(key.available));

function keySheet(key: Key, { paint }: Look): string[] {
  const { id, label, origin, account, plan, used, planRemaining, purchased, held } = key;
  const entries: (readonly [string, string])[] = [
    ['key', key.key],
    ...(label === null ? [] : [['label', label] as const]),
    ['id', id],
    ['origin', origin],
    ['account', account],
    ['available', available(key)],
    ['plan', `${credits(planRemaining)} of ${credits(plan)} left, ${credits(used)} used`],
    ['purchased', credits(purchased)],
    ['held', credits(held)],
    [
      'spent',
      `${credits(key.spent)}${key.limit === null ? ', no limit' : ` of at most ${credits(key.limit)}`}`,
    ],
    [
      'cycle',
      key.renewsAt === null
        ? `${key.cycle}, from the first use on`
        : `${key.cycle}, renews at ${date(key.renewsAt)}`,
    ],
    ['terms', termsInWords(key) || 'none'],
  ];
  return sheet(entries, paint);
}

/** The terms that differ from those of a plain key. */
const termsInWords = ({ fractional, rate, allow, testOnly, clockOffset }: Key): string =>
  [
    ...(fractional ? ['fractional'] : []),
    ...(rate === null ? [] : [`rate ${rate}`]),
    ...(allow === null
      ? []
      : [`may call ${allow.length <= 3 ? allow.join(' ') || 'nothing' : count(allow.length, 'operation')}`]),
    ...(testOnly ? ['test-only'] : []),
    ...(clockOffset === '0ms' ? [] : [`clock ${clockOffset}`]),
  ].join(', ');
