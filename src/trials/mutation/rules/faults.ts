import type { AboutReplies, MutationRule } from '../rule.ts';

/** Refusals, once and for ever, by the codes of both generations. */
const refusals = [
  {
    name: 'rate-limited',
    codes: ['RATE_LIMIT_EXCEEDED', 'QuotaRate'],
    changes: 'refused by the rate limit (429)',
    once: 'wait, and send the request again',
    forEver: 'wait longer each time, give up after a few tries, and say so',
    isPassing: true,
  },
  {
    name: 'unavailable',
    codes: ['SERVICE_UNAVAILABLE', 'ServerError'],
    changes: 'refused because the service is down (503)',
    once: 'wait, and send the request again',
    forEver: 'give up after a few tries, and say so',
    isPassing: true,
  },
  {
    name: 'credits-refused',
    codes: ['INSUFFICIENT_CREDITS', 'QuotaNotEnough'],
    changes: 'refused for want of credits (402)',
    once: 'stop and say so: sending it again does not help',
    forEver: 'stop and say so: sending it again does not help',
    isPassing: false,
  },
] as const;

const refusalRules: readonly MutationRule[] = refusals.flatMap(
  ({ name, codes, changes, once, forEver, isPassing }): MutationRule[] => {
    const codeOf = ({ operation, outcomes }: AboutReplies) =>
      outcomes.of(operation.id).find(({ errorCode }) => (codes as readonly string[]).includes(errorCode));
    const concerns = (about: AboutReplies) => codeOf(about) !== undefined;
    const respond = (about: AboutReplies) => ({ errorCode: codeOf(about)?.errorCode ?? '' });
    return [
      {
        name: `${name}-once`,
        changes: `the first call is ${changes}`,
        client: once,
        concerns,
        action: { kind: 'fault', rule: (about) => ({ respond: respond(about), times: 1 }) },
        ...(isPassing && { endsWithRetry: true }),
      },
      {
        name: `${name}-always`,
        changes: `every call is ${changes}`,
        client: forEver,
        concerns,
        action: { kind: 'fault', rule: (about) => ({ respond: respond(about) }) },
      },
    ];
  },
);

const isStream = ({ operation }: AboutReplies): boolean => operation.id === 'nls';
const isDownload = ({ operation }: AboutReplies): boolean => operation.id === 'tube/subtitles/download';

const breakReply = (profile: string): MutationRule['action'] => ({
  kind: 'fault',
  rule: () => ({ profile }),
});

/** Mutations that act as fault rules do. */
export const faultRules: readonly MutationRule[] = [
  ...refusalRules,
  {
    name: 'reply-late',
    changes: 'the first reply comes late',
    client: 'give up after a time of its own, and not hang',
    concerns: () => true,
    action: { kind: 'late' },
    endsWithRetry: true,
  },
  {
    name: 'stream-without-result',
    changes: 'a stream ends before its result',
    client: 'treat a stream without a result as failed',
    concerns: isStream,
    action: breakReply('cut-before-result'),
  },
  {
    name: 'stream-frame-cut',
    changes: 'a stream ends in the middle of its result',
    client: 'treat half a frame as no frame',
    concerns: isStream,
    action: breakReply('cut-in-result'),
  },
  {
    name: 'stream-result-failed',
    changes: 'a stream ends with a result whose `success` is false',
    client: 'read `success` of the result before its data',
    concerns: isStream,
    action: breakReply('failed-result'),
  },
  {
    name: 'stream-two-results',
    changes: 'a stream has its result twice',
    client: 'stop at the first result',
    concerns: isStream,
    action: breakReply('doubled-result'),
  },
  {
    name: 'download-cut',
    changes: 'a download ends in the middle',
    client: 'check that the file is whole before it uses it',
    concerns: isDownload,
    action: breakReply('cut'),
  },
];
