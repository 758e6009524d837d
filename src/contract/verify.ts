import { isObject } from '../core/values.ts';
import { createBalances } from './balances.ts';
import type { Difference } from './difference.ts';
import { parsed } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { inOrder } from './order.ts';
import { planOf } from './prepare.ts';
import { play } from './replay.ts';
import { patient } from './retry.ts';
import type { Run, Verification } from './run.ts';
import { outgoing, type Send } from './wire.ts';

export interface Report {
  /** Names of exchanges. */
  compared: string[];
  skipped: { exchange: string; reason: string }[];
  differences: ({ exchange: string } & Difference)[];
  creditsSpent: number;
}

/** The key of the run is not recognised, so nothing can be said of the target. */
export class KeyRefused extends Error {}

/**
 * Replays exchanges at a target and tells what it does otherwise.
 * @throws NoAnswer when the target cannot be reached, KeyRefused
 */
export async function verify(exchanges: readonly Exchange[], about: Verification): Promise<Report> {
  const patiently = patient(about);
  await recognise(patiently, about);
  const run: Run = {
    ...about,
    patiently,
    fractional: await takesFields(patiently, about),
    balances: createBalances(patiently, about.probe),
    known: new Map(about.subjects),
    pages: new Map(),
    traces: new Set(),
  };
  const report: Report = { compared: [], skipped: [], differences: [], creditsSpent: 0 };
  let unanswered = 0;
  for (const exchange of inOrder(exchanges)) {
    const { name } = exchange;
    const plan =
      unanswered < mostUnanswered ? planOf(run, exchange) : { reason: 'the target stopped answering' };
    if ('reason' in plan) {
      report.skipped.push({ exchange: name, reason: plan.reason });
      continue;
    }
    const differences = await play(run, exchange, plan);
    // Who waits for each reply of a target that hangs waits for hours.
    unanswered = differences.some(isNoAnswer) ? unanswered + 1 : 0;
    report.compared.push(name);
    for (const each of told(differences)) report.differences.push({ exchange: name, ...each });
  }
  return { ...report, creditsSpent: run.balances.spent };
}

/** In a row. */
const mostUnanswered = 5;

/** In place of a status stands why there is none. */
const isNoAnswer = ({ kind, actual }: Difference): boolean => kind === 'status' && !/^\d+$/.test(actual);

/** As many of one reply as somebody reads: a target can answer with any number of fields. */
const told = (differences: readonly Difference[]): Difference[] =>
  differences.length <= mostTold
    ? [...differences]
    : [
        ...differences.slice(0, mostTold),
        {
          kind: 'shape',
          place: '',
          expected: `at most ${mostTold} differences`,
          actual: `${differences.length - mostTold} more`,
        },
      ];

const mostTold = 50;

/** @throws NoAnswer, KeyRefused */
async function recognise(send: Send, { key, probe }: Verification): Promise<void> {
  const { status, text } = await send(outgoing({ method: 'GET', path: probe }, key));
  const error = fieldOf(text, 'error');
  if (status === 401 || error === 'QuotaKey' || error === 'AuthFailed') throw new KeyRefused();
}

/** Refused either way, and so free: without the permission `fields` is refused before it is looked at (specification 4.3(1)). */
async function takesFields(send: Send, { key, probe }: Verification): Promise<boolean> {
  // In generation 2 nothing takes fields, and generation 3 may not be there.
  if (probe !== '/usage') return false;
  const { text } = await send(outgoing({ method: 'GET', path: probe, query: { fields: 'none' } }, key));
  return fieldOf(text, 'errorCode') !== 'FRACTIONAL_CALLS_NOT_ENABLED';
}

function fieldOf(text: string, name: string): unknown {
  const body = parsed(text);
  return isObject(body) ? body[name] : undefined;
}
