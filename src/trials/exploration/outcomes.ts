import type { Operation } from '../../core/operations.ts';
import type { Outcomes } from '../../faults/outcomes.ts';
import type { FaultRule } from '../../faults/rule.ts';
import { refusalWith } from '../refusals.ts';

/** What may happen to a call instead of its reply. */
export interface CallOutcome {
  readonly name: string;
  /** The change, as the end of a sentence that begins with a call. */
  readonly changes: string;
  /** How a client should react, in a sentence without its full stop. */
  readonly client: string;
  /** It happens to all calls of the key from that one on, not once. */
  readonly isOnward?: true;
  /** The credits are taken, and the client cannot know it. */
  readonly loses?: true;
  /** The client gets no reply at all. */
  readonly isSilent?: true;
  /** The reply comes when the client has given up, or after `--late`. */
  readonly isLate?: true;
  /** Absent = any call. */
  touches?(call: Concerned): boolean;
  /** Absent if no fault rule does it. @returns undefined for an operation to which it cannot happen */
  rule?(operation: Operation, refusals: Outcomes): Omit<FaultRule, 'match'> | undefined;
}

/** What a call was without a fault. */
interface Concerned {
  readonly operation: string;
  readonly credits: number;
  readonly hasPageBefore?: true;
}

const isStream = ({ operation }: Concerned): boolean => operation === 'nls';
const isWhole = (call: Concerned): boolean => !isStream(call);
const isPaid = ({ credits }: Concerned): boolean => credits > 0;

type RuleOf = NonNullable<CallOutcome['rule']>;
const respond =
  (status: Parameters<typeof refusalWith>[0]): RuleOf =>
  ({ id }, refusals) =>
    refusalWith(status, id, refusals);
/** A refusal is free, so one that nobody gets is a call that was never served. */
const unserved =
  (how: 'reset' | 'close'): RuleOf =>
  ({ id }, refusals) => ({ ...refusalWith(500, id, refusals), cut: { bytes: 0, how } });
const rule =
  (effect: Omit<FaultRule, 'match'>): RuleOf =>
  () =>
    effect;

const again = 'wait, and send the request again';
const giveUp = 'wait longer each time, give up after a few tries, and say so';
const stop = 'stop and say so: sending it again does not help';
const askAgain = 'treat it as failed, and send the request again: it may be paid twice, but no more often';

/** All outcomes, the mildest first: of two that show the same, the earlier one is reported. */
const outcomes = [
  { name: '503', changes: 'is refused once with 503', client: again, rule: respond(503) },
  { name: '429', changes: 'is refused once with 429', client: again, rule: respond(429) },
  { name: '500', changes: 'fails once with 500', client: again, rule: respond(500) },
  {
    name: 'gateway-timeout',
    changes: 'gets the page of a gateway that gave up (504), and is not charged',
    client: again,
    isLate: true,
    rule: rule({ profile: 'gateway-timeout', latency: 0, hold: {} }),
  },
  {
    name: 'reset',
    changes: 'meets a connection that is reset before it is read',
    client: again,
    isSilent: true,
    rule: unserved('reset'),
  },
  {
    name: 'reply-lost-uncharged',
    changes: 'gets no reply, and is not charged',
    client: askAgain,
    isSilent: true,
    rule: unserved('close'),
  },
  {
    name: 'failed-result',
    changes: 'ends with a result whose `success` is false',
    client: 'read `success` of the result before its data, and send the request again',
    touches: isStream,
    rule: rule({ profile: 'failed-result' }),
  },
  {
    name: 'stream-cut-before-result',
    changes: 'ends before its result',
    client: 'treat a stream without a result as failed, and send the request again',
    touches: isStream,
    rule: rule({ profile: 'reset-before-result' }),
  },
  {
    name: 'reply-lost',
    changes: 'is charged, and its reply is lost',
    client: askAgain,
    loses: true,
    isSilent: true,
    touches: (call) => isWhole(call) && isPaid(call),
    rule: rule({ cut: { bytes: 0, how: 'close' } }),
  },
  {
    name: 'body-cut',
    changes: 'is charged, and half of its body comes',
    client: askAgain,
    loses: true,
    touches: isWhole,
    rule: rule({ profile: 'cut' }),
  },
  {
    name: 'not-json',
    changes: 'is charged, and a page of HTML comes in place of its reply',
    client: askAgain,
    loses: true,
    touches: isWhole,
    rule: rule({ profile: 'not-json' }),
  },
  {
    name: 'billed-timeout',
    changes: 'gets the page of a gateway that gave up (504), and is charged',
    client: 'look at the balance, and send the request again only if it is worth its price twice',
    loses: true,
    isLate: true,
    touches: isPaid,
    rule: rule({ profile: 'billed-timeout', latency: 0, hold: {} }),
  },
  {
    name: 'stream-cut-in-result',
    changes: 'is charged, and ends in the middle of its result',
    client: askAgain,
    loses: true,
    touches: isStream,
    rule: rule({ profile: 'reset-in-result' }),
  },
  {
    name: 'stream-cut-after-result',
    changes: 'is reset after its whole result came',
    client: 'use the result: it is paid, and whole',
    touches: isStream,
    rule: rule({ cut: { events: 1000, how: 'reset' } }),
  },
  {
    name: 'late',
    changes: 'is answered later than the client waits',
    client: 'give up after a time of its own, and send the request again',
    isLate: true,
    rule: rule({ hold: {} }),
  },
  {
    name: 'page-repeats',
    changes: 'brings the records of the page before it again',
    client: 'recognise records that it has already',
    touches: ({ hasPageBefore }) => hasPageBefore === true,
  },
  {
    name: 'renewal',
    changes: 'is followed by a renewal of the account',
    client: 'expect that credits and timestamps of two replies may be a cycle apart',
  },
  {
    name: '503-onward',
    changes: 'and all later calls are refused with 503',
    client: giveUp,
    isOnward: true,
    rule: respond(503),
  },
  {
    name: '429-onward',
    changes: 'and all later calls are refused with 429',
    client: giveUp,
    isOnward: true,
    rule: respond(429),
  },
  {
    name: '500-onward',
    changes: 'and all later calls fail with 500',
    client: giveUp,
    isOnward: true,
    rule: respond(500),
  },
  {
    name: '402-onward',
    changes: 'and all later calls are refused for want of credits (402)',
    client: stop,
    isOnward: true,
    touches: isPaid,
    rule: ({ id }, refusals) => (id === 'usage' ? undefined : refusalWith(402, id, refusals)),
  },
  {
    name: 'key-revoked',
    changes: 'and all later calls are refused because the key is revoked (401)',
    client: stop,
    isOnward: true,
    rule: respond(401),
  },
] as const satisfies readonly CallOutcome[];

export type OutcomeName = (typeof outcomes)[number]['name'];
const byName = new Map<string, CallOutcome>(outcomes.map((each) => [each.name, each]));

export const outcomeNames: readonly OutcomeName[] = outcomes.map(({ name }) => name);

export const outcomeOf = (name: OutcomeName): CallOutcome => byName.get(name) as CallOutcome;

export const isOutcomeName = (name: string): name is OutcomeName => byName.has(name);
