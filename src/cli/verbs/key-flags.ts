import { InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../core/errors.ts';
import { creditsArgument } from '../arguments.ts';
import { type Flags, json } from './verb.ts';

type Kind = 'credits' | 'limit' | 'switch' | 'text' | 'rate' | 'list';
type Terms = Readonly<Record<string, readonly [kind: Kind, help: string]>>;

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
} as const satisfies Terms;

const creatable = {
  key: ['text', 'The key itself; random when absent.'],
  account: ['text', 'The account to join or to open; one of its own when absent.'],
  ...changeable,
  label: ['text', 'The name of the key in lists and reports.'],
  spent: ['credits', 'Credits that the key has already spent.'],
} as const satisfies Terms;

const { plan, purchased } = changeable;

/** The terms that a line gives as JSON and as flags; a flag wins. */
export const termsOf = (text: string | undefined, flags: Flags): object => ({
  ...(json(text ?? '{}') as object),
  ...Object.fromEntries(
    Object.keys(creatable).flatMap((name) => (name in flags ? [[name, orNull(flags[name])]] : [])),
  ),
});

/** The same, where a line must give some. @throws UsageError */
export function someTermsOf(text: string | undefined, flags: Flags): object {
  const terms = termsOf(text, flags);
  if (Object.keys(terms).length === 0)
    throw new UsageError('Say what to change: with flags, which --help lists, or in JSON.');
  return terms;
}

/** Commander keeps no null. */
const orNull = (given: unknown): unknown => (given === noLimit ? null : given);
const noLimit = Symbol('no limit');

function flagsFor(terms: Terms): Option[] {
  return Object.entries(terms).flatMap(([name, [kind, help]]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (kind === 'switch')
      return [new Option(`--${flag}`, help), new Option(`--no-${flag}`, `Not so: ${help}`).hideHelp()];
    return [new Option(`--${flag} <${placeholders[kind]}>`, help).argParser(readers[kind])];
  });
}

const placeholders = {
  credits: 'credits',
  limit: 'credits',
  text: 'text',
  rate: 'n/time',
  list: 'name,…',
} as const;

const readers: Record<keyof typeof placeholders, (text: string) => unknown> = {
  credits: creditsArgument,
  limit: (text) => (text === 'none' ? noLimit : creditsArgument(text)),
  text: (text) => given(text),
  rate: (text) => (text === 'none' ? noLimit : given(text)),
  list: (text) => (text === 'all' ? noLimit : given(text).split(',')),
};

function given(text: string): string {
  if (text === '') throw new InvalidArgumentError('Give a value that is not empty.');
  return text;
}

// After the tables that they read.
export const creatableFlags = flagsFor(creatable);
export const changeableFlags = flagsFor(changeable);
export const toppedUpFlags = flagsFor({ plan, purchased });
