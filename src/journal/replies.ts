/** The bodies of the latest replies, for those who look at a request afterwards. */
export interface Replies {
  /** Keeps a body: a text, bytes, or the pieces of one. */
  keep(id: number, body: ReplyBody): void;
  /** @returns the text; undefined if it is no longer kept */
  find(id: number): string | undefined;
  clear(): void;
}

/** `octets`: bytes as a text with one character for each. */
export type ReplyBody = string | Buffer | { readonly octets: string } | readonly (string | Buffer)[];

/** A larger body is not kept: the limit bounds the memory of all. */
const mostReplyBytes = 256 * 1024;

/** Under load nobody looks at single replies, and to keep each costs more than the rest of its record. */
const mostPerSecond = 200;

/** @param most how many are kept; 0 = none */
export function createReplies(most: number, now: () => number = () => performance.now()): Replies {
  const ids: number[] = [];
  const bodies: ReplyBody[] = [];
  let next = 0;
  let second = 0;
  let taken = 0;
  const mayTake = (): boolean => {
    const current = Math.floor(now() / 1000);
    if (current !== second) taken = 0;
    second = current;
    taken += 1;
    return taken <= mostPerSecond;
  };
  return {
    keep(id, body) {
      if (most === 0 || !mayTake() || sizeOf(body) > mostReplyBytes) return;
      ids[next] = id;
      bodies[next] = body;
      next = (next + 1) % most;
    },
    find(id) {
      const at = ids.indexOf(id);
      const body = at < 0 ? undefined : bodies[at];
      return body === undefined ? undefined : textOf(body);
    },
    clear() {
      ids.length = 0;
      bodies.length = 0;
      next = 0;
    },
  };
}

const piecesOf = (body: ReplyBody): readonly (string | Buffer)[] => {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return [body];
  return 'octets' in body ? [Buffer.from(body.octets, 'latin1')] : body;
};

const sizeOf = (body: ReplyBody): number => piecesOf(body).reduce((sum, { length }) => sum + length, 0);

const textOf = (body: ReplyBody): string => piecesOf(body).map(String).join('');
