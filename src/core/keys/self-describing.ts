import { type Millicredits, toMillicredits } from '../credits.ts';
import { nearest } from '../nearest.ts';
import { generation2Operations } from '../operations.ts';
import { parseRate } from '../rates.ts';
import { demoKeys } from './demo-keys.ts';
import type { AccountTerms } from './terms.ts';

/** The longest self-describing key, in characters. */
export const maxKeyLength = 200;

const selfDescribingPrefix = 'sandbox:';

/** Whether a key is meant as `sandbox:<terms>:<label>`, valid or not. */
export const isSelfDescribing = (key: string): boolean => key.startsWith(selfDescribingPrefix);

/** The name of a key in reports: the label of a self-describing key, a demo key itself; null for other keys. */
export function labelOf(key: string): string | null {
  if (!isSelfDescribing(key)) return Object.hasOwn(demoKeys, key) ? key : null;
  return 'terms' in parseSelfDescribingKey(key) ? (key.split(':')[2] ?? null) : null;
}

/**
 * `sandbox:plan=100,limit=20,fractional,rate=3/10s:checkout-7` → the terms of its account.
 * @returns a reason when the description is wrong; it repeats no part of the key, so it may be logged.
 */
export function parseSelfDescribingKey(key: string): { terms: AccountTerms } | { reason: string } {
  if (key.length > maxKeyLength) return { reason: `it is longer than ${maxKeyLength} characters` };
  const parts = key.split(':');
  if (!isSelfDescribing(key) || parts.length !== 3)
    return { reason: 'it is not of the form sandbox:<terms>:<label> with exactly two colons' };
  const [, description, label] = parts as [string, string, string];
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(label))
    return { reason: 'its label is not 1 to 64 letters, digits, dots, underscores or hyphens' };

  let terms: AccountTerms = {};
  const seen = new Set<string>();
  for (const [index, text] of description === '' ? [] : description.split(/[,;]/).entries()) {
    const [name = '', value] = splitOnce(text, '=');
    const which = `term ${index + 1} of its description`;
    const read = Object.hasOwn(termReaders, name) ? termReaders[name as TermName] : undefined;
    if (!read) return { reason: `${which} is ${text === '' ? 'empty' : unknownTerm(name)}` };
    if (seen.has(name)) return { reason: `${which} repeats ${name}` };
    seen.add(name);
    const term = read(value);
    if (typeof term === 'string') return { reason: `${which}, ${name}, ${term}` };
    terms = { ...terms, ...term };
  }
  if (!terms.unlimited && (terms.used ?? 0) > (terms.plan ?? 0))
    return { reason: 'its description uses more than its plan holds' };
  return { terms };
}

type TermReader = (value: string | undefined) => AccountTerms | string;

/** Each reads the value of its term, or returns what is wrong with it. */
const termReaders = {
  plan: amountTerm((plan) => ({ plan })),
  used: amountTerm((used) => ({ used })),
  purchased: amountTerm((purchased) => ({ purchased })),
  limit: amountTerm((limit) => ({ limit })),
  spent: amountTerm((spent) => ({ spent })),
  unlimited: flagTerm({ unlimited: true }),
  fractional: flagTerm({ fractional: true }),
  testOnly: flagTerm({ testOnly: true }),
  forbidden: flagTerm({ allow: generation2Operations }),
  rate: (value) => {
    const rate = parseRate(value ?? '');
    return rate ? { rate } : 'is not <requests>/<duration>, such as 3/10s';
  },
} satisfies Record<string, TermReader>;

type TermName = keyof typeof termReaders;

function amountTerm(term: (credits: Millicredits) => AccountTerms): TermReader {
  return (value) => {
    const credits = /^\d+(\.\d+)?$/.test(value ?? '') ? toMillicredits(Number(value)) : undefined;
    return credits === undefined ? 'is not a number up to 10^12 with at most 3 decimals' : term(credits);
  };
}

function flagTerm(term: AccountTerms): TermReader {
  return (value) => (value === undefined ? term : 'takes no value');
}

function unknownTerm(name: string): string {
  const names = Object.keys(termReaders);
  const match = nearest(name, names, 3);
  return match ? `unknown; the nearest is ${match}` : `unknown; there are ${names.join(', ')}`;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
