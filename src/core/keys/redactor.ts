import { endsOf, keyIdOf } from './digest.ts';
import { maxKeyLength } from './self-describing.ts';
import type { KeyOrigin } from './terms.ts';

/** Redacts API keys in anything stored or displayed; demo keys are public and stay. */
export interface KeyRedactor {
  /** Redacts known keys, self-describing keys and the keys of the request within a text. */
  text(given: string): string;
  /** Redacts only the keys of the request. */
  withoutSent(given: string): string;
  /** Redacts a whole value whose name is for keys, such as `?api-key=`, known or not. */
  key(given: string): string;
  /** Ids of the keys that were redacted. */
  readonly redactedIds: ReadonlySet<string>;
}

/** @param sent keys of the request itself, known or not */
export function createKeyRedactor(
  { originOf }: { originOf(secret: string): KeyOrigin | undefined },
  sent: readonly string[] = [],
): KeyRedactor {
  const sentKeys = sent.filter(({ length }) => length >= minRedactedLength);
  const redactedIds = new Set<string>();
  let lookUps = 0;

  return { text, withoutSent, key, redactedIds };

  function text(given: string): string {
    if (given.length < minRedactedLength) return given;
    lookUps = 0;
    const plain = percentDecoded(given);
    const unsent = withoutSent(plain);
    // Most texts are one word, which needs no search for words.
    if (unsent === given && isWord.test(given)) return word(given);
    const redacted = unsent.replace(selfDescribing, key).replace(wordPattern, word);
    return redacted === plain ? given : redacted;
  }

  function withoutSent(given: string): string {
    let redacted = given;
    for (const secret of sentKeys) if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, key);
    return redacted;
  }

  function key(given: string): string {
    if (given === '' || originOf(given) === 'demo' || isRedacted.test(given)) return given;
    redactedIds.add(keyIdOf(given));
    return `…${endsOf(given)}`;
  }

  /** A key has no spaces, but a quotation mark or a name may be attached to it. */
  function word(given: string): string {
    if (isKnown(given)) return key(given);
    if (!hasMarks.test(given)) return given;
    return given.replace(/[\w.-]{8,}/g, (part) => (isKnown(part) ? key(part) : part));
  }

  function isKnown(given: string): boolean {
    if (given.length > maxKeyLength || lookUps >= maxLookUps) return false;
    lookUps += 1;
    return originOf(given) !== undefined;
  }
}

/** A shorter key may be any word, so only a name for keys before it redacts it. */
const minRedactedLength = 8;

/** The replacement of a key. */
const isRedacted = /^….{0,4}$/;

const wordPattern = /[\x21-\x7e]{8,}/g;

/** One word without a colon, so that no part of it describes itself. */
const isWord = /^[\x21-\x39\x3b-\x7e]+$/;

const hasMarks = /[^\w.-]/;

/** A limit per text: enough for each word of a rule, the largest body that is stored or displayed whole. */
const maxLookUps = 20_000;

const selfDescribing = /sandbox:[^:\s"]*:[A-Za-z0-9._-]+/g;

/** For places without a ledger: redacts self-describing keys only. */
export const withoutSelfDescribingKeys = (text: string): string =>
  text.replace(selfDescribing, (key) => `…${endsOf(key)}`);

/** Whether a parameter, property or header of this name is for keys; case and punctuation do not matter. */
export const namesKey = (name: string): boolean =>
  mayNameKey.test(name) && keyNames.has(name.toLowerCase().replace(/[^a-z]/g, ''));

/** The first letter rules out most names; the Kelvin sign is a `k` in lower case. */
const mayNameKey = /^[^a-z\u212a]*[abkstx\u212a]/i;

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

/** Undoes percent-encoding, up to three layers of it; leaves invalid sequences unchanged. */
export function percentDecoded(text: string): string {
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
