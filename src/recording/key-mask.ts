import { Buffer } from 'node:buffer';
import { Transform } from 'node:stream';

/** The forms in which a key may stand in a text: as it is, inside JSON, in a URL. */
export const formsOfKey = (key: string): string[] => [
  ...new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]),
];

/** Whether a text holds a secret in any form. */
export const holdsSecret = (text: string, secrets: readonly string[]): boolean =>
  secrets.flatMap(formsOfKey).some((form) => text.includes(form));

/** Puts the stand-in where the key stands, also where it is split over two pieces. */
export function keyMaskStream(key: string, standIn: string): Transform {
  const forms = formsOfKey(key).map((form) => Buffer.from(form));
  let tail: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const masked = replaceAll(Buffer.concat([tail, chunk]), forms, Buffer.from(standIn));
      const begun = Math.max(...forms.map((form) => lengthBegun(masked, form)));
      tail = masked.subarray(masked.length - begun);
      done(null, masked.subarray(0, masked.length - begun));
    },
    flush(done) {
      done(null, tail);
    },
  });
}

/** How many bytes at the end are the beginning of the form. */
function lengthBegun(bytes: Buffer, form: Buffer): number {
  for (let length = Math.min(form.length - 1, bytes.length); length > 0; length--)
    if (bytes.subarray(bytes.length - length).equals(form.subarray(0, length))) return length;
  return 0;
}

function replaceAll(bytes: Buffer, forms: readonly Buffer[], by: Buffer): Buffer {
  let replaced = bytes;
  for (const form of forms) {
    const pieces: Buffer[] = [];
    let from = 0;
    for (let at = replaced.indexOf(form); at >= 0; at = replaced.indexOf(form, from)) {
      pieces.push(replaced.subarray(from, at), by);
      from = at + form.length;
    }
    if (pieces.length > 0) replaced = Buffer.concat([...pieces, replaced.subarray(from)]);
  }
  return replaced;
}
