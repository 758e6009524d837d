import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../contract/exchange.ts';
import { readExchanges } from '../contract/folder.ts';
import { reportLines } from '../contract/report.ts';
import { isIn, selectExchanges } from '../contract/select.ts';
import { subjectsNeededBy } from '../contract/subjects.ts';
import { isNoAnswer, KeyRefused, type VerificationReport, verify } from '../contract/verify.ts';
import { httpSend, NoAnswer } from '../contract/wire.ts';
import { targetWords } from '../contract/words.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import { priceBook } from '../core/prices.ts';
import type { Settings } from '../core/settings.ts';
import { createAgreementLog } from '../recording/agreement-log.ts';
import { contradictedDecision } from '../recording/contradicted.ts';
import type { OperationAgreement } from '../report/agreement.ts';
import { addToAgreement, agreementName, readAgreement } from '../report/agreement-file.ts';
import { createWords } from '../service/vocabulary/words.ts';
import { exitCode, type Io } from './io.ts';
import { servedBy } from './served-by.ts';
import { keyMask, pairOf, targetKeys } from './target-keys.ts';

/** The flags of `verify --target`, as commander parses them. */
interface TargetFlags {
  target: string;
  targetV2?: string;
  key?: string;
  as?: string[];
  spend: number;
  only?: string[];
  skip?: string[];
  generation?: '2' | '3';
  subject?: string[];
  timeout: number;
  retryFor: number;
  agreement?: string;
  json?: boolean;
}

/** A target may send a reply without end. */
const maxReplyBytes = 4 * 1024 * 1024;

/**
 * Replays the golden exchanges at a target, which may be the service itself: 4 when it differs, 3 when nothing could
 * be compared, 1 when it cannot be reached or does not recognise the key.
 */
export async function verifyTarget(flags: TargetFlags, settings: Settings, io: Io): Promise<number> {
  const { target, targetV2 = `${target}/v2`, spend, timeout: timeoutMs, retryFor: retryForMs } = flags;
  const keys = targetKeys(flags.key, flags.as ?? [], io);
  const subjects = new Map((flags.subject ?? []).map((text) => pairOf('--subject', text)));
  const exchanges = exchangesOf(flags, new Set(subjects.keys()));
  const words = createWords(settings);
  const agreementFile = agreementFileOf(flags, io);
  if (agreementFile !== undefined) readAgreement(agreementFile);

  try {
    const served = await servedBy(settings, io);
    const report = await verify(exchanges, {
      send: httpSend({ url: target, v2Url: targetV2, timeoutMs, maxBytes: maxReplyBytes }),
      wait: sleep,
      retryForMs,
      key: keys.main,
      roleKeys: keys.ofRoles,
      spend,
      subjects,
      book: priceBook(settings.prices),
      served,
      words: targetWords(words, served),
      probe: flags.generation === '2' ? '/v2/apiStatus' : '/usage',
    });
    const operationOf = operationsByExchange(exchanges);
    const found = Map.groupBy(report.differences, ({ exchange }) => exchange);
    const differences = report.differences.map((difference) => {
      const operation = operationOf.get(difference.exchange) ?? null;
      const beside = found.get(difference.exchange) ?? [];
      return { ...difference, decision: contradictedDecision({ operation, difference, beside }) };
    });
    const named = { ...report, differences };
    const text = flags.json ? indentedJson({ target, ...named }) : `${reportLines(named).join('\n')}\n`;
    io.stdout.write(keyMask(keys)(text));
    if (agreementFile !== undefined) addToAgreement(agreementFile, agreementOf(report, operationOf));
    return exitCodeOfReport(report, io);
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof KeyRefused)) throw error;
    const problem =
      error instanceof NoAnswer ? `does not answer: ${error.message}` : 'does not recognise the key';
    io.stderr.write(`creator-sandbox: ${target} ${problem}.\n`);
    return exitCode.runtime;
  }
}

/** Where there are recordings, the agreement is kept beside them. */
function agreementFileOf({ agreement }: TargetFlags, { cwd }: Io): string | undefined {
  if (agreement !== undefined) return resolve(cwd, agreement);
  const folder = resolve(cwd, 'recordings');
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? join(folder, agreementName) : undefined;
}

const operationsByExchange = (exchanges: readonly Exchange[]): ReadonlyMap<string, OperationId> =>
  new Map(
    exchanges.flatMap(({ name, operation }) => {
      const id = operation === null ? undefined : findOperation(operation)?.id;
      return id === undefined ? [] : [[name, id] as const];
    }),
  );

/** By operation, what its exchanges found; those without a reply say nothing. */
function agreementOf(
  { compared, differences }: VerificationReport,
  operationOf: ReadonlyMap<string, OperationId>,
): OperationAgreement[] {
  const log = createAgreementLog();
  const found = Map.groupBy(differences, ({ exchange }) => exchange);
  for (const exchange of compared) {
    const operation = operationOf.get(exchange);
    const own = found.get(exchange) ?? [];
    if (operation !== undefined && !own.some(isNoAnswer)) log.note(operation, own, Date.now());
  }
  return log.summary();
}

function exchangesOf({ only = [], skip = [], generation }: TargetFlags, known: ReadonlySet<string>) {
  const all = readExchanges();
  const needed = new Set(
    all.flatMap(({ elsewhere }) => (typeof elsewhere === 'string' ? [] : subjectsNeededBy(elsewhere))),
  );
  for (const subject of known)
    if (!needed.has(subject))
      throw new UsageError(`--subject: ${subject} is not one of ${[...needed].sort().join(', ')}.`);
  for (const group of [...only, ...skip])
    if (!all.some(({ name }) => isIn(name, group)))
      throw new UsageError(`There are no exchanges in ${group}.`);
  return selectExchanges(all, {
    only,
    skip,
    generation: generation === undefined ? undefined : generation === '2' ? 2 : 3,
    known,
  });
}

function exitCodeOfReport({ compared, differences }: VerificationReport, io: Io): number {
  if (compared.length === 0) {
    io.stderr.write('creator-sandbox: Nothing was compared.\n');
    return exitCode.gate;
  }
  return differences.length > 0 ? exitCode.drift : exitCode.ok;
}
