/** What a run under faults may show of a client, the worst first. */
export const findingKinds = {
  'paid-twice': {
    sentence: 'It paid again for what had been delivered',
    help: 'Keep what was delivered, and send again only the calls that failed.',
  },
  'paid-for-nothing': {
    sentence: 'It paid for a reply that it never got, and did not ask again',
    help: 'Send the request again when a reply is lost or broken: its credits are gone otherwise.',
  },
  overspent: {
    sentence: 'It spent more than the run without faults and one payment for each lost reply',
    help: 'Limit the calls and the credits of a run, fall-backs included.',
  },
  unbounded: {
    sentence: 'It did not stop calling, or did not end',
    help: 'Limit the tries of a call and the time of a run.',
  },
  hammered: {
    sentence: 'It sent requests again without growing waits',
    help: 'Wait before each try, each time longer, with some randomness, and stop after a few.',
  },
  swallowed: {
    sentence: 'It ended with exit code 0 although a call failed and was never made good',
    help: 'End with another exit code when a call failed for good.',
  },
  crashed: {
    sentence: 'It failed although a retry would have helped',
    help: 'Send a request that met a passing failure again, after a wait.',
  },
  rule: {
    sentence: 'It broke a client rule that it keeps without faults',
    help: 'See the rule in the report of a run.',
  },
} as const;

export type FindingKind = keyof typeof findingKinds;
export const kindNames = Object.keys(findingKinds) as FindingKind[];
