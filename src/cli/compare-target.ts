import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../contract/exchange.ts';
import { readExchanges } from '../contract/folder.ts';
import { generationOf } from '../contract/generations.ts';
import { isIn, selectExchanges } from '../contract/order.ts';
import { isNoAnswer, KeyRefused, type VerificationReport, verify } from '../contract/verify.ts';
import { httpSend, NoAnswer } from '../contract/wire.ts';
import { targetWords } from '../contract/words.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import { priceBook } from '../core/prices.ts';
import { addToAgreement, createAgreementLog, readAgreement, sinceWhen } from '../recording/agreement.ts';
import { createWords } from '../service/vocabulary/words.ts';
import { type CompareFlags, differenceLine } from './compare.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { servedBy } from './served-by.ts';
import { settingsOf } from './settings.ts';
import { keyMask, targetKeys } from './target-keys.ts';
import { writeTo } from './write-report.ts';

/** A target may send a reply without end. */
const maxReplyBytes = 4 * 1024 * 1024;
const timeoutMs = 30_000;
/** How long a call is repeated that gets 429. */
const retryForMs = 20_000;

/**
 * Replays the golden exchanges at a target, which may be the service itself: 4 when it differs, 3 when nothing could
 * be compared, 1 when it cannot be reached or does not recognise the key.
 */
export async function compareTarget(
  flags: CompareFlags & { target: string },
  given: Flags,
  io: Io,
): Promise<number> {
  const { settings } = settingsOf(given, io);
  const { target, targetV2 = `${target}/v2`, spend } = flags;
  const keys = targetKeys(flags.key, io);
  const exchanges = exchangesOf(flags);
  const words = createWords(settings);
  const agreementFile = resolve(io.cwd, flags.agreement);
  readAgreement(agreementFile);
  try {
    const served = await servedBy(settings, io);
    const report = await verify(exchanges, {
      send: httpSend({ url: target, v2Url: targetV2, timeoutMs, maxBytes: maxReplyBytes }),
      wait: sleep,
      retryForMs,
      key: keys.main,
      roleKeys: keys.ofRoles,
      spend,
      book: priceBook(settings.prices),
      served,
      words: targetWords(words, served),
      probe: exchanges.every(({ request }) => generationOf(request.path).number === 2)
        ? '/v2/apiStatus'
        : '/usage',
    });
    show(report, { flags, exchanges, agreementFile, mask: keyMask(keys) }, io);
    if (report.compared.length > 0) return report.differences.length > 0 ? exitCode.drift : exitCode.ok;
    tell(io, 'Nothing was compared.');
    return exitCode.gate;
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof KeyRefused)) throw error;
    const problem =
      error instanceof NoAnswer ? `does not answer: ${error.message}` : 'does not recognise the key';
    tell(io, `${target} ${problem}.`);
    return exitCode.runtime;
  }
}

function exchangesOf({ only = [] }: CompareFlags): Exchange[] {
  const all = readExchanges();
  for (const group of only)
    if (!all.some(({ name }) => isIn(name, group)))
      throw new UsageError(`There are no exchanges in ${group}.`);
  return selectExchanges(all, only);
}

interface Shown {
  readonly flags: CompareFlags;
  readonly exchanges: readonly Exchange[];
  readonly agreementFile: string;
  readonly mask: (text: string) => string;
}

/** Keeps what a run found in the agreement, and shows it with the dates that the agreement has. */
function show(report: VerificationReport, { flags, exchanges, agreementFile, mask }: Shown, io: Io): void {
  const { compared, skipped, creditsSpent } = report;
  const operationOf = new Map(exchanges.map(({ name, operation }) => [name, operation]));
  const found = Map.groupBy(report.differences, ({ exchange }) => exchange);
  const log = createAgreementLog();
  for (const exchange of compared) {
    const operation = findOperation(operationOf.get(exchange) ?? '')?.id as OperationId | undefined;
    const own = found.get(exchange) ?? [];
    // An exchange without a reply says nothing.
    if (operation !== undefined && !own.some(isNoAnswer)) log.note(operation, own, Date.now());
  }
  const agreement = addToAgreement(agreementFile, log);
  const differences = report.differences.map((each) => ({
    ...each,
    since: sinceWhen(agreement, operationOf.get(each.exchange) ?? null, each),
  }));
  if (flags.json !== undefined)
    writeTo(flags.json, mask(indentedJson({ target: flags.target, ...report, differences })), io);
  if (flags.json === '-') return;
  const lines = [
    ...differences.map((each) => differenceLine(`${each.exchange}.json`, each)),
    `${compared.length} compared, ${found.size} different, ${skipped.length} skipped, ${creditsSpent} credits spent.`,
    ...[...Map.groupBy(skipped, ({ reason }) => reason)].map(
      ([reason, all]) => `  ${all.length} skipped: ${reason}`,
    ),
  ];
  io.stdout.write(mask(`${lines.join('\n')}\n`));
}
