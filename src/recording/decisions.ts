import { decisionTable } from '../core/decisions/decision.ts';

/** A sandbox repeats some answers of the service and decides others itself. Both exist in the sandbox only. */
export const recordingDecisions = decisionTable({
  'recorded-own-account': {
    what: 'of a sandbox with recordings, `/usage` and `/v2/apiStatus` always show its own ledger: a recording of them is compared, never replayed',
    tag: 'assumed',
    at: 'recording/recordings.ts openRecordings',
    setting: 'recordings',
    reliedOnBy: 'general',
  },
  'recorded-refusals': {
    what: 'a recorded 400 or 404 is replayed, in its place in the order of refusals; 401, 402, 403, 429 and 5xx come from the sandbox’s own keys, ledger and rules',
    tag: 'assumed',
    at: 'recording/recordings.ts answerOf',
    setting: 'recordings',
    reliedOnBy: 'general',
  },
  'recorded-price': {
    what: 'a replayed answer costs what the sandbox’s price book says for it; where only the service knows the price, by tokens, what the recording was charged',
    tag: 'assumed',
    at: 'recording/recordings.ts answerOf',
    setting: 'recordings',
    reliedOnBy: 'general',
  },
  'recorded-instants': {
    what: 'the instants of a replayed answer are those of its recording, moved back by the days of the project’s secret; the sandbox’s clock does not move them',
    tag: 'assumed',
    at: 'recording/figures.ts movedInstant',
    setting: 'recordings',
    reliedOnBy: 'general',
  },
});
