import { readJson } from '../../core/read-json.ts';
import { differenceInWords, differenceOf } from '../mutation/difference.ts';
import type { Capsule } from './capsule.ts';
import type { CapsulePlayer } from './player.ts';
import { bodyDigest } from './run-log.ts';

/** A reply that differs from the one in the capsule. */
export interface DifferentReply {
  /** The place of its request in the capsule, from 1. */
  readonly number: number;
  readonly request: string;
  /** The first difference. */
  readonly difference: string;
}

/** Compares what the sandbox wrote with the replies of a capsule, byte by byte. */
export function differentReplies(
  { requests }: Capsule,
  { written }: Pick<CapsulePlayer, 'written'>,
): DifferentReply[] {
  return requests.flatMap(({ reply, method, url }, n) => {
    // The request went to the admin surface, or its reply was not over.
    if (!reply || reply.status === 0) return [];
    const now = written.get(n);
    // A reply that quotes a key quotes its stand-in now, which is in the body of the capsule but not in its digest.
    const isSame = now && (bodyDigest(now.body) === reply.digest || now.body.toString() === reply.body);
    if (isSame && now.status === reply.status) return [];
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
  const difference = differenceOf(parseBody(before.body), parseBody(after.body ?? ''));
  return difference ? differenceInWords(difference) : 'its bytes differ, but not its JSON';
}

function parseBody(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return text.split('\n\n');
  }
}
