import { dayMs } from '../../../core/durations.ts';
import { refusalWith } from '../../refusals.ts';
import type { AboutReplies, MutationRule } from '../rule.ts';

/** Refusals, once and for ever; the first of these statuses that the operation has. */
const refusals = [
  {
    name: 'rate-limited',
    statuses: [429],
    changes: 'refused by the rate limit (429)',
    once: 'wait, and send the request again',
    forEver: 'wait longer each time, give up after a few tries, and say so',
    endsWithRetry: true,
  },
  {
    name: 'unavailable',
    statuses: [503, 500],
    changes: 'refused because the service is down (503)',
    once: 'wait, and send the request again',
    forEver: 'give up after a few tries, and say so',
    endsWithRetry: true,
  },
  {
    name: 'credits-refused',
    statuses: [402],
    changes: 'refused for want of credits (402)',
    once: 'stop and say so: sending it again does not help',
    forEver: 'stop and say so: sending it again does not help',
  },
] as const;

const refusalRules: readonly MutationRule[] = refusals.flatMap(
  ({ name, statuses, changes, once, forEver, ...more }): MutationRule[] => {
    const refusalOf = ({ operation, outcomes }: AboutReplies) =>
      statuses.map((status) => refusalWith(status, operation.id, outcomes)).find((found) => found);
    const touches = (about: AboutReplies) => refusalOf(about) !== undefined;
    return [
      {
        ...{ name: `${name}-once`, changes: `the first call is ${changes}`, client: once, touches },
        fault: (about) => ({ ...refusalOf(about), times: 1 }),
        ...more,
      },
      {
        ...{ name: `${name}-always`, changes: `every call is ${changes}`, client: forEver, touches },
        fault: (about) => ({ ...refusalOf(about) }),
      },
    ];
  },
);

const isStream = ({ operation }: AboutReplies): boolean => operation.id === 'nls';
const isDownload = ({ operation }: AboutReplies): boolean => operation.id === 'tube/subtitles/download';

const broken = (profile: string) => () => ({ profile });

/** Mutations that act as fault rules do, and that of time. */
export const faultRules: readonly MutationRule[] = [
  ...refusalRules,
  {
    name: 'reply-late',
    changes: 'the first reply comes late',
    client: 'give up after a time of its own, and not hang',
    touches: () => true,
    fault: () => ({ hold: {}, times: 1 }),
    isLate: true,
    endsWithRetry: true,
  },
  {
    name: 'stream-without-result',
    changes: 'a stream ends before its result',
    client: 'treat a stream without a result as failed',
    touches: isStream,
    fault: broken('cut-before-result'),
  },
  {
    name: 'stream-frame-cut',
    changes: 'a stream ends in the middle of its result',
    client: 'treat half a frame as no frame',
    touches: isStream,
    fault: broken('cut-in-result'),
  },
  {
    name: 'stream-result-failed',
    changes: 'a stream ends with a result whose `success` is false',
    client: 'read `success` of the result before its data',
    touches: isStream,
    fault: broken('failed-result'),
  },
  {
    name: 'stream-two-results',
    changes: 'a stream has its result twice',
    client: 'stop at the first result',
    touches: isStream,
    fault: broken('doubled-result'),
  },
  {
    name: 'download-cut',
    changes: 'a download ends in the middle',
    client: 'check that the file is whole before it uses it',
    touches: isDownload,
    fault: broken('cut'),
  },
  {
    name: 'clock-jump',
    changes: 'the clock jumps past a renewal after the first call',
    client: 'expect that credits and timestamps of two replies may be a cycle apart',
    touches: () => true,
    hasEffects: true,
    everywhere: true,
    replacing(about) {
      let jumped = false;
      return (unsent, { deps, operation }) => {
        // The replies after the jump are right, but of another time than the client expects.
        if (jumped) return { ...unsent };
        if (operation.id !== about.operation) return undefined;
        jumped = true;
        deps.clock.advance(deps.settings.cycleMs + dayMs);
        return undefined;
      };
    },
  },
];
