import type { Call, ClientRule } from '../call.ts';

/** A shorter wait is none: client and sandbox need as long themselves, and a busy machine more. */
const noWaitMs = 25;
/** Retries in turn before a verdict on their waits: by chance, single ones are short. */
const judgedRounds = 3;
/** Waits of this length need not grow. */
const longWaitMs = 5_000;
/** Waits that are less than so many times the first ones did not grow. */
const growth = 1.2;

export const retryWithoutBackoff: ClientRule = {
  severity: 'error',
  sentence:
    'After 429, 500 and 503 wait and retry with backoff: each wait longer than the last (contract 7.1).',
  help: 'Wait before each retry, each time longer, with some randomness, and stop after a few.',
  breaks: (call) => call.hasRealWaits && needsBackoff(call) && (hasNoWaits(call) || hasFlatWaits(call)),
};

const needsBackoff = ({ retry }: Call): boolean =>
  retry?.kind === 'rate' || retry?.kind === 'busy' || retry?.kind === 'unavailable';

/** On average over all of them, because several workers may send the same call, each with waits of its own. */
const hasNoWaits = ({ retry }: Call): boolean =>
  retry !== undefined && retry.rounds >= judgedRounds && retry.averageWait < noWaitMs;

/** A client that draws each wait between nothing and a growing bound draws some short ones, but not three in turn. */
function hasFlatWaits({ retry }: Call): boolean {
  const waits = retry?.waits ?? [];
  const [first, latest] = [sum(waits.slice(0, judgedRounds)), sum(waits.slice(judgedRounds))];
  return waits.length === 2 * judgedRounds && latest < judgedRounds * longWaitMs && latest < growth * first;
}

const sum = (waits: readonly number[]): number => waits.reduce((total, wait) => total + wait, 0);
