import { differenceOf, inWords } from '../mutation/difference.ts';
import type { Capsule } from './capsule.ts';
import type { Playback } from './play.ts';
import { digestOf } from './record.ts';

/** A reply that is another one than in the capsule. */
export interface OtherReply {
  /** The place of its request in the capsule, from 1. */
  readonly number: number;
  readonly request: string;
  /** The first difference. */
  readonly difference: string;
}

/** Compares what the sandbox wrote with the replies of a capsule, byte by byte. */
export function otherReplies({ requests }: Capsule, { written }: Playback): OtherReply[] {
  return requests.flatMap(({ reply, method, url }, n) => {
    // An admin request, or one whose reply was not over.
    if (!reply || reply.status === 0) return [];
    const now = written.get(n);
    if (now?.status === reply.status && digestOf(now.body) === reply.digest) return [];
    const difference = now
      ? firstDifference(reply, { status: now.status, body: now.body.toString() })
      : 'it has no reply now';
    return [{ number: n + 1, request: `${method} ${url}`, difference }];
  });
}

interface Reply {
  readonly status: number;
  readonly body?: string;
}

function firstDifference(before: Reply, after: Reply): string {
  if (before.status !== after.status) return `status ${before.status} → ${after.status}`;
  if (before.body === undefined) return 'its bytes differ; the capsule has their digest only';
  const difference = differenceOf(parsed(before.body), parsed(after.body ?? ''));
  return difference ? inWords(difference) : 'its bytes differ, but not its JSON';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.split('\n\n');
  }
}
