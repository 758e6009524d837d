import { isObject } from '../core/values.ts';
import { createBalances } from './balances.ts';
import type { Difference } from './difference.ts';
import { parseReplyJson } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { generationOf } from './generations.ts';
import { orderExchanges } from './order.ts';
import { replayExchange } from './replay.ts';
import { prepare, type Run, type Verification, withRetry } from './run.ts';
import { outgoing, type Send } from './wire.ts';

export interface VerificationReport {
  /** Names of exchanges. */
  compared: string[];
  skipped: { exchange: string; reason: string }[];
  differences: ({ exchange: string } & Difference)[];
  creditsSpent: number;
}

/** The target does not recognise the key of the run. */
export class KeyRefused extends Error {}

/**
 * Replays exchanges at a target and reports how it differs.
 * @throws NoAnswer when the target cannot be reached, KeyRefused
 */
export async function verify(
  exchanges: readonly Exchange[],
  about: Verification,
): Promise<VerificationReport> {
  const sendWithRetry = withRetry(about);
  await checkKey(sendWithRetry, about);
  const run: Run = {
    ...about,
    sendWithRetry,
    fractional: await allowsFields(sendWithRetry, about),
    balances: createBalances(sendWithRetry, about.probe),
    known: new Map(),
    pages: new Map(),
    traces: new Set(),
  };
  const report: VerificationReport = { compared: [], skipped: [], differences: [], creditsSpent: 0 };
  let unanswered = 0;
  for (const exchange of orderExchanges(exchanges)) {
    const { name } = exchange;
    const prepared =
      unanswered < maxUnanswered ? prepare(run, exchange) : { reason: 'the target stopped answering' };
    if ('reason' in prepared) {
      report.skipped.push({ exchange: name, reason: prepared.reason });
      continue;
    }
    const differences = await replayExchange(run, exchange, prepared);
    // A target that hangs would cost the timeout of every exchange: hours.
    unanswered = differences.some(isNoAnswer) ? unanswered + 1 : 0;
    report.compared.push(name);
    for (const each of limitDifferences(differences)) report.differences.push({ exchange: name, ...each });
  }
  return { ...report, creditsSpent: run.balances.spent };
}

/** Calls in a row. */
const maxUnanswered = 5;

/** Whether the target gave no answer: the actual status is the reason. */
export const isNoAnswer = ({ kind, actual }: Difference): boolean =>
  kind === 'status' && !/^\d+$/.test(actual);

/** A target can answer with any number of unknown fields: the report of one reply ends at some point. */
const limitDifferences = (differences: readonly Difference[]): Difference[] =>
  differences.length <= maxReported
    ? [...differences]
    : [
        ...differences.slice(0, maxReported),
        {
          kind: 'shape',
          place: '',
          expected: `at most ${maxReported} differences`,
          actual: `${differences.length - maxReported} more`,
        },
      ];

const maxReported = 50;

/** @throws NoAnswer, KeyRefused */
async function checkKey(send: Send, { key, probe }: Verification): Promise<void> {
  const { status, text } = await send(outgoing({ method: 'GET', path: probe }, key));
  const error = bodyField(text, 'error');
  if (status === 401 || error === 'QuotaKey' || error === 'AuthFailed') throw new KeyRefused();
}

/**
 * Asks with `fields` where no call takes them. The refusal is free either way, and a missing permission comes before
 * the check of the value (contract 4.3(1)).
 */
async function allowsFields(send: Send, { key, probe }: Verification): Promise<boolean> {
  if (!generationOf(probe).hasFields) return false;
  const { text } = await send(outgoing({ method: 'GET', path: probe, query: { fields: 'none' } }, key));
  return bodyField(text, 'errorCode') !== 'FRACTIONAL_CALLS_NOT_ENABLED';
}

function bodyField(text: string, name: string): unknown {
  const body = parseReplyJson(text);
  return isObject(body) ? body[name] : undefined;
}
