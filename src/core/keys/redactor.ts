import { endsOf, keyIdOf } from './digest.ts';
import { maxKeyLength } from './self-describing.ts';
import type { KeyOrigin } from './terms.ts';

/** Redacts API keys in anything stored or displayed; demo keys are public and stay. */
export class KeyRedactor {
  readonly #known: KnownKeys;
  readonly #sentKeys: readonly string[];
  #redactedIds: Set<string> | undefined;
  #lookUps = 0;

  /** @param sent keys of the request itself, known or not */
  constructor(known: KnownKeys, sent: readonly string[] = []) {
    this.#known = known;
    this.#sentKeys = sent.every(isLong) ? sent : sent.filter(isLong);
  }

  /** Ids of the keys that were redacted. */
  get redactedIds(): ReadonlySet<string> {
    return this.#redactedIds ?? noIds;
  }

  /** Redacts known keys, self-describing keys and the keys of the request within a text. */
  text(given: string): string {
    if (!isLong(given)) return given;
    this.#lookUps = 0;
    const plain = percentDecoded(given);
    const unsent = this.withoutSent(plain);
    // Most texts are one word, which needs no search for words.
    if (unsent === given && isWord.test(given)) return this.#word(given);
    const redacted = unsent
      .replace(selfDescribing, (key) => this.key(key))
      .replace(wordPattern, (word) => this.#word(word));
    return redacted === plain ? given : redacted;
  }

  /** Redacts only the keys of the request. */
  withoutSent(given: string): string {
    let redacted = given;
    for (const secret of this.#sentKeys)
      if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, (key) => this.key(key));
    return redacted;
  }

  /** Redacts a whole value whose name is for keys, such as `?api-key=`, known or not. */
  key(given: string): string {
    if (given === '' || this.#known.originOf(given) === 'demo' || isRedacted.test(given)) return given;
    this.#redactedIds ??= new Set();
    this.#redactedIds.add(keyIdOf(given));
    return `…${endsOf(given)}`;
  }

  /** A key has no spaces, but a quotation mark or a name may be attached to it. */
  #word(given: string): string {
    if (this.#isKnown(given)) return this.key(given);
    if (!hasMarks.test(given)) return given;
    return given.replace(/[\w.-]{8,}/g, (part) => (this.#isKnown(part) ? this.key(part) : part));
  }

  #isKnown(given: string): boolean {
    if (given.length > maxKeyLength || this.#lookUps >= maxLookUps) return false;
    this.#lookUps += 1;
    return this.#known.originOf(given) !== undefined;
  }
}

interface KnownKeys {
  originOf(secret: string): KeyOrigin | undefined;
}

const noIds: ReadonlySet<string> = new Set();

const isLong = ({ length }: string): boolean => length >= minRedactedLength;

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
