/** Encoded JSON as a text with one character for each byte: it costs less to join and to send than a text to encode. */
export interface Octets {
  readonly octets: string;
}

/** JSON as text, or as UTF-8 from a cache: no reply encodes that again. */
export type ReplyJson = string | Encoded;
export type Encoded = Octets | Buffer;

/** The JSON of a record, and what the report notices in it. */
export interface CachedJson {
  readonly json: Encoded;
  readonly factBits: number;
  readonly items: readonly unknown[] | undefined;
}

/** A whole reply: text or bytes, or large JSON between the two halves of its envelope, in ASCII. */
export type Body = string | Octets | readonly [start: string, json: Buffer, end: string];

/** From here on it costs less to send bytes as they are than to join them. */
const largeJson = 4096;

/** JSON in the form that is sent with the least work. */
export const encoded = (json: string): Encoded => packed(Buffer.from(json));

const packed = (bytes: Buffer): Encoded =>
  bytes.length < largeJson ? { octets: bytes.toString('latin1') } : bytes;

/** The JSON of an object with further properties. @param more an object's JSON too */
export function extended(json: Encoded, more: string): Encoded {
  return packed(Buffer.concat([encodedBytes(json).subarray(0, -1), Buffer.from(`,${more.slice(1)}`)]));
}

export const encodedBytes = (json: Encoded): Buffer =>
  'octets' in json ? Buffer.from(json.octets, 'latin1') : json;

export const bytesIn = (json: Encoded): number => ('octets' in json ? json.octets.length : json.length);

/** A reply's JSON in its envelope. */
export function enclosed(start: string, json: ReplyJson, end: string): Body {
  if (typeof json === 'string') return start + json + end;
  return 'octets' in json ? { octets: start + json.octets + end } : [start, json, end];
}

/** The length of a reply in bytes. */
export function lengthOf(body: Body | Buffer): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (Buffer.isBuffer(body)) return body.length;
  return 'octets' in body ? body.octets.length : body[0].length + body[1].length + body[2].length;
}

/** A reply in one piece. */
export function joinBody(body: Body | Buffer): string | Buffer {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return 'octets' in body
    ? Buffer.from(body.octets, 'latin1')
    : Buffer.concat([Buffer.from(body[0]), body[1], Buffer.from(body[2])]);
}
