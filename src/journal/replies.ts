import { Buffer } from 'node:buffer';
import { createLruCache, type LruCache } from '../core/lru-cache.ts';
import { memoryBounds } from '../core/memory-bounds.ts';

/** The bodies of the latest replies, to be read later. */
export interface Replies {
  /** Stores a whole body: a text, bytes, or the pieces of one. */
  keep(id: number, body: ReplyBody): void;
  /** Stores a body that comes in pieces. @returns how to add one; undefined if none is stored */
  keepPieces(id: number): ((piece: Piece) => void) | undefined;
  /** @returns the text; undefined if it is not stored, or no more */
  find(id: number): string | undefined;
  clear(): void;
}

type Piece = string | Buffer;
/** `octets`: bytes as a text with one character for each. */
export type ReplyBody = Piece | { readonly octets: string } | readonly Piece[];

/** Under load nobody reads single replies, and storing each costs more than the rest of its record. */
const maxPerSecond = 200;

/** The memory of an entry without its body. */
const entryBytes = 200;

/** @param maxBytes of all together */
export function createReplies(
  maxBytes: number = memoryBounds.journalReplies,
  now: () => number = () => performance.now(),
): Replies {
  // A larger one would evict too many others.
  const maxBytesEach = maxBytes / 4;
  const empty = (): LruCache<number, ReplyBody> => createLruCache(maxBytes);
  let bodies = empty();
  let second = 0;
  let taken = 0;
  const mayTake = (): boolean => {
    const current = Math.floor(now() / 1000);
    if (current !== second) taken = 0;
    second = current;
    taken += 1;
    return taken <= maxPerSecond;
  };
  return {
    keep(id, body) {
      if (!mayTake()) return;
      const bytes = sizeOf(body);
      if (bytes <= maxBytesEach) bodies.set(id, body, entryBytes + bytes);
    },
    keepPieces(id) {
      if (!mayTake()) return undefined;
      const pieces: Piece[] = [];
      let bytes = 0;
      bodies.set(id, pieces, entryBytes);
      return (piece) => {
        // It was evicted, or a reset has removed all.
        if (bodies.get(id) !== pieces) return;
        const size = sizeOf(piece);
        bytes += size;
        pieces.push(piece);
        if (bytes > maxBytesEach) bodies.delete(id);
        else bodies.grow(id, pieces, size);
      };
    },
    find(id) {
      const body = bodies.get(id);
      return body === undefined ? undefined : replyText(body);
    },
    clear() {
      bodies = empty();
    },
  };
}

const piecesOf = (body: ReplyBody): readonly Piece[] => {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return [body];
  return 'octets' in body ? [Buffer.from(body.octets, 'latin1')] : body;
};

const sizeOf = (body: ReplyBody): number =>
  piecesOf(body).reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);

/** A character may be cut in two at the end of a piece. */
const replyText = (body: ReplyBody): string =>
  Buffer.concat(piecesOf(body).map((piece) => Buffer.from(piece))).toString();
