import type { Key } from '../../client/types.ts';
import { formatCount } from '../../core/count.ts';
import { changeFlags, createFlags, keyTermsOf, requiredKeyTermsOf, topUpFlags } from './key-flags.ts';
import { type AdminVerb, type Display, deleteCall, getCall, keyPath, postCall, verb } from './verb.ts';
import { formatCredits, formatInstant, formatSheet, formatTable } from './words.ts';

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
    call: () => getCall('/keys?limit=1000'),
    pages: 'keys',
    show: ({ keys }: { keys: readonly Key[] }, { paint }) =>
      formatTable(
        ['key', 'id', 'available', 'plan left', 'purchased', 'spent', 'limit', 'terms'],
        keys.map((key) => [
          nameOfKey(key),
          key.id,
          available(key),
          key.unlimited ? '' : formatCredits(key.planRemaining),
          formatCredits(key.purchased),
          formatCredits(key.spent),
          key.limit === null ? '' : formatCredits(key.limit),
          termsInWords(key),
        ]),
        { paint, none: 'No keys.', right: [2, 3, 4, 5, 6] },
      ),
  }),
  verb('keys create', 'Create a key and print it: --plan 100 --fractional, or {"plan":100}.', {
    argumentNames: ['[json]'],
    options: createFlags,
    call: ([terms], flags) => postCall('/keys', keyTermsOf(terms, flags)),
    show: keySheet,
  }),
  verb('keys show', 'Show a key and its account.', {
    argumentNames: ['<key>'],
    call: ([key]) => getCall(keyPath(key)),
    show: keySheet,
  }),
  verb('keys change', 'Change the terms of a key: --limit 50 --no-fractional, or {"limit":50}.', {
    argumentNames: ['<key>', '[json]'],
    options: changeFlags,
    call: ([key, changes], flags) => ({
      method: 'PATCH',
      path: keyPath(key),
      body: requiredKeyTermsOf(changes, flags),
    }),
    show: keySheet,
  }),
  verb('keys top-up', 'Add credits to the account of a key: --plan 10 --purchased 5.', {
    argumentNames: ['<key>', '[json]'],
    options: topUpFlags,
    call: ([key, given], flags) => postCall(`${keyPath(key)}/credits`, requiredKeyTermsOf(given, flags)),
    show: keySheet,
  }),
  verb('keys entries', "List the ledger entries of a key's account.", {
    argumentNames: ['<key>'],
    call: ([key]) => getCall(`${keyPath(key)}/entries?limit=1000`),
    pages: 'entries',
    show: ({ entries }: { entries: readonly Entry[] }, { paint, nameOf }) =>
      formatTable(
        ['entry', 'time', 'kind', 'key', 'operation', 'plan', 'purchased', 'held', 'balance'],
        entries.map(({ id, at, kind, key, operation, plan, purchased, held, balance }) => [
          String(id),
          formatInstant(at),
          kind,
          key === null ? '' : nameOf(key),
          operation ?? '',
          formatCredits(plan),
          formatCredits(purchased),
          formatCredits(held),
          formatCredits(balance),
        ]),
        { paint, none: 'No entries.', right: [0, 5, 6, 7, 8] },
      ),
  }),
  verb('keys delete', 'Delete a key.', {
    argumentNames: ['<key>'],
    call: ([key]) => deleteCall(keyPath(key)),
    show: () => ['Deleted.'],
  }),
];

/** Its label, or as much of the key as may be shown. */
export const nameOfKey = ({ label, key }: Key): string => label ?? key;

const available = (key: Key): string => (key.available === null ? 'unlimited' : formatCredits(key.available));

function keySheet(key: Key, { paint }: Display): string[] {
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
