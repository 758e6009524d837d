/** JSON as text. A large one that is kept is UTF-8 already, so that no reply encodes it again. */
export type Json = string | Buffer;

/** The JSON of a record, and what the report notices in it. */
export interface KeptJson {
  readonly json: Json;
  readonly facts: number;
  readonly items: readonly unknown[] | undefined;
}

/** A whole reply: text, or large JSON between the two halves of its envelope, in ASCII. */
export type Body = string | readonly [start: string, json: Buffer, end: string];

/** A reply's JSON in its envelope. */
export const enclosed = (start: string, json: Json, end: string): Body =>
  typeof json === 'string' ? start + json + end : [start, json, end];

/** The length of a reply in bytes. */
export const lengthOf = (body: Body): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body[0].length + body[1].length + body[2].length;

/** A reply in one piece. */
export const whole = (body: Body): string | Buffer =>
  typeof body === 'string' ? body : Buffer.concat([Buffer.from(body[0]), body[1], Buffer.from(body[2])]);
