import { InvalidArgumentError, type Option } from 'commander';
import { UsageError } from '../../core/errors.ts';
import { flagOf } from '../../core/settings-schema.ts';
import { creditsArgument } from '../arguments.ts';
import { type Flags, flag } from '../flags.ts';
import { parseJson } from '../verb.ts';

type FlagKind = 'credits' | 'limit' | 'switch' | 'text' | 'rate' | 'list';
type KeyTermFlags = Readonly<Record<string, readonly [kind: FlagKind, help: string]>>;

/** The terms of a key that can be changed later, by their names on the admin surface. */
const changeable = {
  plan: ['credits', 'Credits of the plan, which every cycle renews.'],
  used: ['credits', 'Credits of the plan that are used.'],
  purchased: ['credits', 'Credits that never expire.'],
  unlimited: ['switch', 'The account never runs out of credits.'],
  cycle: ['text', 'Length of a billing cycle, such as 30d.'],
  limit: ['limit', 'Credits that the key may ever spend, or none.'],
  fractional: ['switch', 'The key may request single fields.'],
  rate: ['rate', 'Requests per time, such as 3/10s, or none.'],
  allow: ['list', 'Operations that it may call, with commas, or all.'],
  testOnly: ['switch', 'Generation 2 refuses the key.'],
  clockOffset: ['text', 'Added to the clock, such as 31d or -2h.'],
} as const satisfies KeyTermFlags;

const creatable = {
  key: ['text', 'The key itself; random when absent.'],
  account: ['text', 'The account to join or to open; one of its own when absent.'],
  ...changeable,
  label: ['text', 'The name of the key in lists and reports.'],
  spent: ['credits', 'Credits that the key has already spent.'],
} as const satisfies KeyTermFlags;

export const createFlags = (): Option[] => flagsFor(creatable);
export const changeFlags = (): Option[] => flagsFor(changeable);
export const topUpFlags = (): Option[] =>
  flagsFor({ plan: changeable.plan, purchased: changeable.purchased });

/** The terms that a line gives as JSON and as flags; a flag wins. */
export const keyTermsOf = (text: string | undefined, flags: Flags): object => ({
  ...(parseJson(text ?? '{}') as object),
  ...Object.fromEntries(
    Object.keys(creatable).flatMap((name) => (name in flags ? [[name, orNull(flags[name])]] : [])),
  ),
});

/** The credits that a line adds: a number alone means purchased ones. @throws UsageError where it gives none */
export const topUpOf = (given: string | undefined, flags: Flags): object =>
  changedTermsOf(
    given !== undefined && /^\d+(?:\.\d+)?$/.test(given) ? `{"purchased":${given}}` : given,
    flags,
  );

/** The terms of a line that must give some. @throws UsageError */
export function changedTermsOf(text: string | undefined, flags: Flags): object {
  const terms = keyTermsOf(text, flags);
  if (Object.keys(terms).length === 0)
    throw new UsageError('Say what to change: with flags, which --help lists, or in JSON.');
  return terms;
}

/** Commander keeps no null. */
const orNull = (given: unknown): unknown => (given === noLimit ? null : given);
const noLimit = Symbol('no limit');

function flagsFor(terms: KeyTermFlags): Option[] {
  return Object.entries(terms).flatMap(([name, [kind, help]]) => {
    const word = flagOf(name).slice(2);
    if (kind === 'switch')
      return [flag(`--${word}`, help), flag(`--no-${word}`, `Not so: ${help}`).hideHelp()];
    return [flag(`--${word} <${placeholders[kind]}>`, help, flagReaders[kind])];
  });
}

const placeholders = {
  credits: 'credits',
  limit: 'credits',
  text: 'text',
  rate: 'n/time',
  list: 'name,…',
} as const;

const flagReaders: Record<keyof typeof placeholders, (text: string) => unknown> = {
  credits: creditsArgument,
  limit: (text) => (text === 'none' ? noLimit : creditsArgument(text)),
  text: (text) => nonEmptyArgument(text),
  rate: (text) => (text === 'none' ? noLimit : nonEmptyArgument(text)),
  list: (text) => (text === 'all' ? noLimit : nonEmptyArgument(text).split(',')),
};

function nonEmptyArgument(text: string): string {
  if (text === '') throw new InvalidArgumentError('Give a value that is not empty.');
  return text;
}
