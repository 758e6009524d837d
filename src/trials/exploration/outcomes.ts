import type { Operation } from '../../core/operations.ts';
import type { Outcomes } from '../../faults/outcomes.ts';
import type { FaultRule } from '../../faults/rule.ts';

/** What may happen to a call instead of its reply. */
export interface CallOutcome {
  /** The change, as the end of a sentence that begins with a call. */
  readonly changes: string;
  /** How a client should react, in a sentence without its full stop. */
  readonly client: string;
  /** `once`: that call only; `onward`: all calls of the key from that one on. */
  readonly reach: 'once' | 'onward';
  /** The credits are taken, and the client cannot know it. */
  readonly loses?: true;
  /** The client gets no reply at all. */
  readonly isSilent?: true;
  /** A milder outcome with the same reply for that call, but for that call only. */
  readonly once?: string;
  /** A reply that looks the same to the client, with the credits not taken. */
  readonly free?: string;
  concerns(call: Concerned): boolean;
  /** undefined if no fault rule does it. */
  rule?(operation: Operation, outcomes: Outcomes): Omit<FaultRule, 'match'> | undefined;
}

/** What a call was without a fault. */
export interface Concerned {
  readonly operation: string;
  readonly credits: number;
  readonly hasPageBefore: boolean;
}

const isStream = ({ operation }: Pick<Concerned, 'operation'>): boolean => operation === 'nls';
const isWhole = (call: Concerned): boolean => !isStream(call);

/** The codes of both generations. */
const codes = {
  429: ['RATE_LIMIT_EXCEEDED', 'QuotaRate'],
  500: ['INTERNAL_SERVER_ERROR', 'ServerError'],
  503: ['SERVICE_UNAVAILABLE'],
  402: ['INSUFFICIENT_CREDITS', 'QuotaNotEnough'],
  401: ['UNAUTHORIZED', 'QuotaKey'],
} as const;

/** The refusal of a status, for operations that have it. */
const respond =
  (status: keyof typeof codes): NonNullable<CallOutcome['rule']> =>
  ({ id }, outcomes) => {
    const found = outcomes
      .of(id)
      .find(({ errorCode }) => (codes[status] as readonly string[]).includes(errorCode));
    return found && { respond: { errorCode: found.errorCode } };
  };

/** A refusal is free, so one that nobody gets is a call that was never served. */
const unserved =
  (how: 'reset' | 'close'): NonNullable<CallOutcome['rule']> =>
  (operation, outcomes) => ({ ...respond(500)(operation, outcomes), cut: { bytes: 0, how } });

const rule = (effect: Omit<FaultRule, 'match'>) => () => effect;
const anyCall = () => true;

const again = 'wait, and send the request again';
const giveUp = 'wait longer each time, give up after a few tries, and say so';
const stop = 'stop and say so: sending it again does not help';
const askAgain = 'treat it as failed, and send the request again: it may be paid twice, but no more often';

/** All outcomes, the mildest first: of two that show the same, the earlier one is reported. */
export const callOutcomes = {
  '503': {
    changes: 'is refused once with 503',
    client: again,
    reach: 'once',
    concerns: anyCall,
    rule: respond(503),
  },
  '429': {
    changes: 'is refused once with 429',
    client: again,
    reach: 'once',
    concerns: anyCall,
    rule: respond(429),
  },
  '500': {
    changes: 'fails once with 500',
    client: again,
    reach: 'once',
    concerns: anyCall,
    rule: respond(500),
  },
  reset: {
    changes: 'meets a connection that is reset before it is read',
    client: again,
    reach: 'once',
    isSilent: true,
    concerns: anyCall,
    rule: unserved('reset'),
  },
  'reply-lost-uncharged': {
    changes: 'gets no reply, and is not charged',
    client: askAgain,
    reach: 'once',
    isSilent: true,
    concerns: anyCall,
    rule: unserved('close'),
  },
  'failed-result': {
    changes: 'ends with a result whose `success` is false',
    client: 'read `success` of the result before its data, and send the request again',
    reach: 'once',
    concerns: isStream,
    rule: rule({ profile: 'failed-result' }),
  },
  'stream-cut-before-result': {
    changes: 'ends before its result',
    client: 'treat a stream without a result as failed, and send the request again',
    reach: 'once',
    concerns: isStream,
    rule: rule({ profile: 'reset-before-result' }),
  },
  'reply-lost': {
    changes: 'is charged, and its reply is lost',
    client: askAgain,
    reach: 'once',
    loses: true,
    isSilent: true,
    free: 'reply-lost-uncharged',
    concerns: isWhole,
    rule: rule({ cut: { bytes: 0, how: 'close' } }),
  },
  'body-cut': {
    changes: 'is charged, and half of its body comes',
    client: askAgain,
    reach: 'once',
    loses: true,
    concerns: isWhole,
    rule: rule({ profile: 'cut' }),
  },
  'not-json': {
    changes: 'is charged, and a page of HTML comes in place of its reply',
    client: askAgain,
    reach: 'once',
    loses: true,
    concerns: isWhole,
    rule: rule({ profile: 'not-json' }),
  },
  'stream-cut-in-result': {
    changes: 'is charged, and ends in the middle of its result',
    client: askAgain,
    reach: 'once',
    loses: true,
    concerns: isStream,
    rule: rule({ profile: 'reset-in-result' }),
  },
  'stream-cut-after-result': {
    changes: 'is reset after its whole result came',
    client: 'use the result: it is paid, and whole',
    reach: 'once',
    concerns: isStream,
    rule: rule({ cut: { events: 1000, how: 'reset' } }),
  },
  late: {
    changes: 'is answered later than the client waits',
    client: 'give up after a time of its own, and send the request again',
    reach: 'once',
    isSilent: true,
    concerns: anyCall,
    rule: rule({ hold: {} }),
  },
  'page-repeats': {
    changes: 'brings the records of the page before it again',
    client: 'recognise records that it has already',
    reach: 'once',
    concerns: ({ hasPageBefore }) => hasPageBefore,
  },
  renewal: {
    changes: 'is followed by a renewal of the account',
    client: 'expect that credits and timestamps of two replies may be a cycle apart',
    reach: 'once',
    concerns: anyCall,
  },
  '503-onward': {
    changes: 'and all later calls are refused with 503',
    client: giveUp,
    reach: 'onward',
    once: '503',
    concerns: anyCall,
    rule: respond(503),
  },
  '429-onward': {
    changes: 'and all later calls are refused with 429',
    client: giveUp,
    reach: 'onward',
    once: '429',
    concerns: anyCall,
    rule: respond(429),
  },
  '500-onward': {
    changes: 'and all later calls fail with 500',
    client: giveUp,
    reach: 'onward',
    once: '500',
    concerns: anyCall,
    rule: respond(500),
  },
  '402-onward': {
    changes: 'and all later calls are refused for want of credits (402)',
    client: stop,
    reach: 'onward',
    concerns: ({ credits }) => credits > 0,
    rule: (operation, outcomes) => (operation.id === 'usage' ? undefined : respond(402)(operation, outcomes)),
  },
  'key-revoked': {
    changes: 'and all later calls are refused because the key is revoked (401)',
    client: stop,
    reach: 'onward',
    concerns: anyCall,
    rule: respond(401),
  },
} as const satisfies Record<string, CallOutcome>;

export type OutcomeName = keyof typeof callOutcomes;
/** Names like numbers come first in an object, in an order of their own. */
const statuses = ['503', '429', '500'] as const;
export const outcomeNames: readonly OutcomeName[] = [
  ...statuses,
  ...(Object.keys(callOutcomes) as OutcomeName[]).filter(
    (name) => !(statuses as readonly string[]).includes(name),
  ),
];

export const outcomeOf = (name: OutcomeName): CallOutcome => callOutcomes[name];

export const isOutcomeName = (name: string): name is OutcomeName => Object.hasOwn(callOutcomes, name);
