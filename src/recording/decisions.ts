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
  'recorded-creators': {
    what: 'a fixture creator that is made of recordings keeps each recorded value beside what the sandbox’s formulas give for that day; a number moves on in proportion as the formulas do, a day of a history without a recording takes the correction of the nearest recorded day, and any other value follows the formulas once they give another one; ranks, the audience, names and texts stand still, as those of every account do',
    tag: 'assumed',
    at: 'creators/world/recorded.ts recordedFigures',
    setting: 'fixtures',
    reliedOnBy: 'general',
  },
  'recorded-rest': {
    what: 'what no recording says of a creator follows from its id: texts, contents, an audience and links of its niche, country and languages, as successful as the recorded averages; a paid content whose brand no recording names is Lanternfish Tea’s; a niche that the world does not have is shown and not searched, a related account is shown whether it exists or not, and a linked one is invented',
    tag: 'assumed',
    at: 'recording/creators/fixture-account.ts accountFromRecordings',
    setting: 'fixtures',
    reliedOnBy: 'general',
  },
});
