import type { Ledger } from '../ledger/ledger.ts';
import { endsOf, keyIdOf } from './digest.ts';
import { maxKeyLength } from './self-describing.ts';

/**
 * Stands before whatever is kept or shown of what a client sent: keys do not pass it whole. Demo keys do, for
 * everybody knows them.
 */
export interface KeyRedactor {
  /** A text without the keys in it: those of the ledger, those that describe themselves, those that were sent. */
  text(given: string): string;
  /** A text without the keys that were sent, and nothing else. */
  withoutSent(given: string): string;
  /** What stands in a place that is meant for a key, such as `?api-key=`, whatever it is. */
  key(given: string): string;
  /** Ids of the keys that were held back. */
  readonly heldBack: ReadonlySet<string>;
}

/** @param sent keys of the request itself, which may be such as nobody knows */
export function createKeyRedactor(
  { originOf }: Pick<Ledger, 'originOf'>,
  sent: readonly string[] = [],
): KeyRedactor {
  const own = sent.filter(({ length }) => length >= shortest);
  const heldBack = new Set<string>();
  let lookUps = 0;

  return { text, withoutSent, key, heldBack };

  function text(given: string): string {
    if (given.length < shortest) return given;
    lookUps = 0;
    const plain = decoded(given);
    const screened = withoutSent(plain)
      .replace(selfDescribing, key)
      .replace(/[\x21-\x7e]{8,}/g, word);
    return screened === plain ? given : screened;
  }

  function withoutSent(given: string): string {
    return own.reduce((text, secret) => text.replaceAll(secret, key), given);
  }

  function key(given: string): string {
    if (given === '' || originOf(given) === 'demo' || isShown.test(given)) return given;
    heldBack.add(keyIdOf(given));
    return `…${endsOf(given)}`;
  }

  /** A key has no space in it; but a quotation mark or a name may stand right before it. */
  function word(given: string): string {
    return isHeld(given)
      ? key(given)
      : given.replace(/[\w.-]{8,}/g, (part) => (part !== given && isHeld(part) ? key(part) : part));
  }

  function isHeld(given: string): boolean {
    if (given.length > maxKeyLength || lookUps >= mostLookUps) return false;
    lookUps += 1;
    return originOf(given) !== undefined;
  }
}

/** A key of fewer characters is found by the name that stands before it alone: it may be any word. */
const shortest = 8;

/** What this screen puts in the place of a key. */
const isShown = /^….{0,4}$/;

/** In one text. Of the largest body that is kept or shown whole, that of a rule, every word is looked up. */
const mostLookUps = 20_000;

const selfDescribing = /sandbox:[^:\s"]*:[A-Za-z0-9._-]+/g;

/** For whoever has no ledger to ask: a text without the keys that describe themselves. */
export const withoutSelfDescribingKeys = (text: string): string =>
  text.replace(selfDescribing, (key) => `…${endsOf(key)}`);

/** Whether a parameter, property or header of this name is meant for a key, however it is written. */
export const namesKey = (name: string): boolean => keyNames.has(name.toLowerCase().replace(/[^a-z]/g, ''));

const keyNames: ReadonlySet<string> = new Set([
  'apikey',
  'xapikey',
  'apiid',
  'xapiid',
  'key',
  'secret',
  'token',
  'apitoken',
  'accesstoken',
  'authtoken',
  'bearer',
  'auth',
  'authorization',
]);

/** Percent-encoding taken off, as often as it was put on (three times at most); what is none stays as it is. */
export function decoded(text: string): string {
  let plain = text;
  for (let times = 0; times < 3 && plain.includes('%'); times++)
    plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run;
      }
    });
  return plain;
}
