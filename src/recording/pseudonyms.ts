import { hash } from 'node:crypto';
import type { Scale } from './figures.ts';
import { alphabetOf } from './scripts.ts';

/** Names in place of those of people and things, the same for the same secret in every operation and run. */
export interface Pseudonyms extends Scale {
  /** Different identifiers of one form become different ones of that form; the case of letters stays where it was. */
  identifier(id: string): string;
  name(name: string): string;
  hashtag(tag: string): string;
  email(address: string): string;
  url(url: string): string;
  text(text: string): string;
  /** A coordinate elsewhere, between -range and range degrees. */
  coordinate(degrees: number, range: number): number;
  /** Stands for a value of unknown form, so that equal ones stay equal. */
  digest(value: string): string;
}

/** @param secret at least 16 bytes */
export function createPseudonyms(secret: Buffer): Pseudonyms {
  const keyed = keyedHash(secret);
  const bytesFor = (purpose: string, value: string): Buffer => keyed(`${purpose}\0${value}`);
  const fraction = (purpose: string, value: string): number =>
    bytesFor(purpose, value).readUIntBE(0, 6) / 2 ** 48;
  const cached = new Map<string, string>();
  const remember = (purpose: string, value: string, make: () => string): string => {
    const key = `${purpose}\0${value}`;
    const known = cached.get(key);
    if (known !== undefined) return known;
    if (cached.size >= maxCached) cached.clear();
    const made = make();
    cached.set(key, made);
    return made;
  };
  const permuted = (text: string): string =>
    remember('permuted', text, () => permute(text, (round, half) => bytesFor(`round ${round}`, half)));

  const identifier = (id: string): string => {
    const ending = commonEnding.exec(id)?.[0] ?? '';
    const [, at = '', prefix = '', middle = ''] =
      /^(@?)(UC(?=[\w-]{22}$))?(.*)$/s.exec(id.slice(0, id.length - ending.length)) ?? [];
    let made = permuted(middle);
    // Only an identifier with such an ending gets one, or two could become the same.
    while (ending === '' && commonEnding.test(made)) made = permuted(made);
    return at + prefix + made + ending;
  };
  const hashtag = (tag: string): string =>
    tag.startsWith('#') ? `#${permuted(tag.slice(1))}` : permuted(tag);
  const email = (address: string): string => {
    const at = address.lastIndexOf('@');
    if (at < 0) return permuted(address);
    const labels = address.slice(at + 1).split('.');
    const domain = labels.slice(0, Math.max(1, labels.length - 1)).map(permuted);
    return `${permuted(address.slice(0, at))}@${domain.join('.')}.example`;
  };
  const url = (text: string): string => pseudonymousUrl(text, { identifier, permuted });
  const parts: TextParts = { identifier, hashtag, email, url };
  return {
    factor: factorOf(fraction('factor', '')),
    days: 1 + Math.floor(fraction('days', '') * 60),
    identifier,
    name: permuted,
    hashtag,
    email,
    url,
    text: (text) => remember('text', text, () => inventedText(text, parts, bytesFor)),
    coordinate: (degrees, range) =>
      Math.round((fraction('coordinate', String(degrees)) * 2 - 1) * range * 10_000) / 10_000,
    digest: (value) => bytesFor('digest', value).toString('hex', 0, 8),
  };
}

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');

/** HMAC-SHA-256 (RFC 2104), which a long reply needs some ten thousand times: a fifth of the time of `createHmac`. */
function keyedHash(secret: Buffer): (text: string) => Buffer {
  const key = Buffer.alloc(64);
  (secret.length > key.length ? sha256(secret) : secret).copy(key);
  const [inner, outer] = [0x36, 0x5c].map((byte) => Buffer.from(key.map((each) => each ^ byte))) as [
    Buffer,
    Buffer,
  ];
  return (text) => sha256(Buffer.concat([outer, sha256(Buffer.concat([inner, Buffer.from(text)]))]));
}

/** Endings of hosts stay: a brand is often named after its host. */
const commonEnding = /\.(?:com|net|org|io|co|tv|app|dev|example|test)$/i;

const maxCached = 100_000;

/** 0.3 to 0.8 or 1.25 to 3, as likely as each other: no count above 9 stays what it is. */
const factorOf = (fraction: number): number =>
  fraction < 0.5 ? 0.3 + fraction : 1.25 + (fraction - 0.5) * 3.5;

type RoundBytes = (round: number, half: string) => Buffer;

const rounds = 6;

/**
 * A Feistel network over the letters and digits of a text: each moves within its alphabet, so form and length stay, and
 * two texts of one form never become the same. Signs stay.
 */
function permute(text: string, bytesFor: RoundBytes): string {
  const isHex = isHexId(text);
  let permuted = permuteOnce(text, isHex, bytesFor);
  // only an id with letters gets some, or two could become the same
  while (isHex && !isHexId(permuted)) permuted = permuteOnce(permuted, isHex, bytesFor);
  return permuted;
}

/** An id of digits alone stays one. */
const isHexId = (text: string): boolean => /^(?=.*[a-f])[0-9a-f]{16,}$/.test(text);

function permuteOnce(text: string, isHex: boolean, bytesFor: RoundBytes): string {
  const characters = [...text];
  const moving = characters.flatMap((character, n) => {
    const place = alphabetOf(character, isHex);
    return place ? [{ n, place }] : [];
  });
  const digits = moving.map(({ place }) => place.index);
  const sizes = moving.map(({ place }) => place.size);
  const form = `${characters.length} ${sizes.join(',')}`;
  const middle = Math.ceil(digits.length / 2);
  for (let round = 0; round < rounds; round++) {
    const [from, to] = round % 2 === 0 ? [0, middle] : [middle, digits.length];
    const still = round % 2 === 0 ? digits.slice(middle) : digits.slice(0, middle);
    const half = `${form} ${still.join(',')}`;
    let bytes = bytesFor(round, half);
    for (let n = from; n < to; n++) {
      const at = ((n - from) % 8) * 4;
      if (at === 0 && n > from) bytes = sha256(bytes);
      digits[n] = ((digits[n] as number) + bytes.readUInt32BE(at)) % (sizes[n] as number);
    }
  }
  for (const [at, { n, place }] of moving.entries()) characters[n] = place.letter(digits[at] as number);
  return characters.join('');
}

interface TextParts {
  identifier: (id: string) => string;
  hashtag: (tag: string) => string;
  email: (address: string) => string;
  url: (url: string) => string;
}

/** Every length is bounded, so a text takes time in proportion to its length. */
const textTokens =
  /(?<url>https?:\/\/[^\s"'<>]{1,500})|(?<email>(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})|(?<tag>[#＃][\p{L}\p{M}\p{N}_]{1,100})|(?<mention>@[\w.-]{1,60})/gu;

function inventedText(
  text: string,
  parts: TextParts,
  bytesFor: (purpose: string, value: string) => Buffer,
): string {
  let bytes = bytesFor('text', text);
  let at = 0;
  const next = (): number => {
    if (at + 4 > bytes.length) {
      bytes = sha256(bytes);
      at = 0;
    }
    at += 4;
    return bytes.readUInt32BE(at - 4);
  };
  const letters = (word: string): string =>
    [...word]
      .map((character) => {
        const place = alphabetOf(character, false);
        return place ? place.letter(next() % place.size) : character;
      })
      .join('');
  let written = '';
  let read = 0;
  for (const found of text.matchAll(textTokens)) {
    const { url, email, tag, mention } = found.groups ?? {};
    const [token] = found;
    written += letters(text.slice(read, found.index));
    read = found.index + token.length;
    written += url
      ? parts.url(url)
      : email
        ? parts.email(email)
        : tag
          ? parts.hashtag(tag.replace('＃', '#'))
          : mention
            ? parts.identifier(mention)
            : letters(token);
  }
  return written + letters(text.slice(read));
}

/** Parts of paths that platforms use for everyone. */
const commonSegments = new Set([
  'p',
  'reel',
  'reels',
  'tv',
  'video',
  'videos',
  'watch',
  'shorts',
  'embed',
  'channel',
  'c',
  'user',
  'photo',
  'avatar',
  'cover',
  'logo',
  'carousel',
  '__pictures',
]);

const platformHosts =
  /^(?:www\.|m\.|img\.)?(?:(?:gram|clip|tube|tiktok|instagram|youtube|img)\.example|example|tiktok\.com|instagram\.com|youtube\.com|youtu\.be)$/;

interface UrlParts {
  identifier: (id: string) => string;
  permuted: (text: string) => string;
}

/** Hosts of platforms and the parts of paths that everyone shares stay; of a query only the id of a video does. */
function pseudonymousUrl(text: string, { identifier, permuted }: UrlParts): string {
  const parts = /^(https?:\/\/)?([^/?#]{0,300})([^?#]{0,2000})(?:\?([^#]{0,2000}))?/s.exec(text);
  const [, scheme = '', host = '', path = '', query = ''] = parts ?? [];
  const [hostName = '', port] = host.toLowerCase().split(':', 2);
  const pseudonymousHost = platformHosts.test(hostName)
    ? hostName
    : identifier(hostName.replace(/^www\./, '').replace(/^[^@]{0,300}@/, ''));
  const segments = path.split('/').map((segment) => {
    if (commonSegments.has(segment)) return segment;
    const [, stem = '', ending = ''] =
      /^(.*?)(\.(?:jpe?g|png|webp|svg|json|mp4))?$/s.exec(decodedSegment(segment)) ?? [];
    return encodeURI(identifier(stem)).replace(/[?#]/g, encodeURIComponent) + ending;
  });
  const video = new URLSearchParams(query).get('v');
  return `${scheme}${encodeURI(pseudonymousHost)}${port !== undefined && /^\d{1,5}$/.test(port) ? `:${port}` : ''}${segments.join('/')}${video ? `?v=${encodeURIComponent(permuted(video))}` : ''}`;
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
