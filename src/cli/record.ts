import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { parseReplyJson } from '../contract/event-stream.ts';
import { formatCount } from '../core/count.ts';
import { UsageError } from '../core/errors.ts';
import { type PriceBook, priceBook } from '../core/prices.ts';
import { freePort, readSettings, type Settings } from '../core/settings.ts';
import { nothingArrived } from '../intercept/gates.ts';
import {
  type AgreementLog,
  addToAgreement,
  agreementName,
  createAgreementLog,
  readAgreement,
} from '../recording/agreement.ts';
import { moneyIn } from '../recording/call-cost.ts';
import { createCallComparison } from '../recording/compare-calls.ts';
import { formsOfKey } from '../recording/key-mask.ts';
import { openProxy, type RecordingProxy } from '../recording/proxy.ts';
import { createPseudonyms } from '../recording/pseudonyms.ts';
import { createRecorder, type RecordingSummary } from '../recording/recorder.ts';
import { projectSecret, secretOfVariable } from '../recording/secret.ts';
import { createSpendingCap, type SpendingCap } from '../recording/spending-cap.ts';
import { callTarget, checkTarget, reasonOf, type Target } from '../recording/target.ts';
import { createWords, type Words } from '../service/vocabulary/words.ts';
import { ownCommand } from '../system/own-command.ts';
import { removeUnfinished } from '../system/write-file.ts';
import { type CommandEnvironment, commandEnvironments, type VariableFlags } from './command-environment.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { stoppableCommand } from './run-command.ts';
import { servedBy } from './served-by.ts';
import { settingsOf } from './settings.ts';
import { checkKey, keyVariable } from './target-keys.ts';

/** The flags of `record`, with defaults. */
export interface RecordFlags extends VariableFlags, Flags {
  target: string;
  targetV2?: string;
  spend: number;
  out: string;
  secretEnv?: string;
}

/**
 * Runs a command whose calls go to a service through a proxy, and writes a file for each of them.
 * @returns the exit code of the command, as under `exec`, or 1 where it succeeds and a file could not be written
 */
export async function runRecord(line: readonly string[], flags: RecordFlags, io: Io): Promise<number> {
  const key = targetKey(io);
  const { target: url, targetV2: v2Url = `${url}/v2`, spend, out, secretEnv } = flags;
  const target: Target = { url, v2Url, key };
  checkTarget(target);
  const { settings } = settingsOf(flags, io);
  const environments = await commandEnvironments(settings, flags, { ...io, env: withoutTargetKeys(io.env) });
  const book = priceBook(settings.prices);
  const words = createWords(settings);
  const secret = secretEnv === undefined ? projectSecret(io.cwd) : secretOfVariable(io.env, secretEnv);
  const names = createPseudonyms(secret);
  const write = (sentence: string): void => tell(io, masked(sentence, key));
  warnOfProxy(io, write);

  const served = await servedBy(settings, io);
  const cap = createSpendingCap(spend);
  const flaw = await probe(target, { book, words, cap });
  if (flaw !== undefined) {
    write(`${url} ${flaw}.`);
    return exitCode.runtime;
  }
  const folder = resolve(io.cwd, out);
  removeUnfinished(folder);
  const recorder = createRecorder({ folder, names, served, words, secrets: [key, secret.toString('utf8')] });
  const standIn = `recording-${randomBytes(12).toString('hex')}`;
  const agreementFile = join(folder, agreementName);
  readAgreement(agreementFile);
  const log = createAgreementLog();
  const command = stoppableCommand(io);
  void io.untilStopped((signal) => command.stop(signal));
  const reference = await startReference(settings, io);
  const { v2Status } = settings;
  const onAnswered = createCallComparison({ sandbox: reference.url, log, book, served, words, v2Status });
  const proxy = await openProxy({
    ...{ target, standIn, cap, recorder, book, served, words, onAnswered },
  });
  let beside: CommandEnvironment | undefined;
  try {
    const standing = { url: proxy.url, adminUrl: null, certificate: null };
    beside = await environments.beside(standing, { isRecording: true, key: standIn });
    const { env, interception } = beside;
    const code = await command.start(line, { cwd: io.cwd, stdio: 'inherit', env }).code;
    await proxy.close();
    for (const line of receiptOf(proxy, recorder.summary, { spent: cap.spent, spend, out })) write(line);
    const isAgreed = keepAgreement(agreementFile, log, write);
    const isWhole = ![...recorder.summary.unwritten.keys()].some((reason) => reason.startsWith('the file'));
    if (code !== exitCode.ok) return code;
    if (interception?.arrived === 0) {
      write(nothingArrived(environments.services.map(({ host }) => host).join(', ')));
      return exitCode.gate;
    }
    return isWhole && isAgreed ? code : exitCode.runtime;
  } finally {
    beside?.close();
    await proxy.close();
    await reference.close();
  }
}

/** A sandbox that is asked what the service was asked, of the settings in which services may differ. */
function startReference(given: Settings, io: Io): Promise<Sandbox> {
  const { vocabulary, lookups, withdrawn, v2Status, nlsCharset, prices } = given;
  const same = { vocabulary, lookups, withdrawn, v2Status, nlsCharset, prices };
  const own = { port: freePort, admin: false, journal: 0, pace: 0, size: 60 };
  const { settings } = readSettings({ flags: { ...same, ...own } });
  return startOwnSandbox(settings, io, { onStop: async () => {} });
}

function targetKey({ env }: Io): string {
  const key = env[keyVariable];
  if (!key)
    throw new UsageError(`record takes the key of the service from ${keyVariable}, and from nowhere else.`);
  checkKey(key);
  return key;
}

const masked = (sentence: string, key: string): string =>
  formsOfKey(key).reduce((text, form) => text.replaceAll(form, '…'), sentence);

const withoutTargetKeys = (env: Io['env']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(keyVariable)));

function warnOfProxy({ env }: Io, write: (sentence: string) => void): void {
  const name = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].find(
    (each) => env[each],
  );
  if (name !== undefined) write(`${name} is set, and record calls the service without it.`);
}

/**
 * Asks for the balance, which is free, before the command runs: a wrong address or key shows at once.
 * @returns what is wrong
 */
async function probe(
  target: Target,
  { book, words, cap }: { book: PriceBook; words: Words; cap: SpendingCap },
): Promise<string | undefined> {
  const reservation = cap.reserve(book.full('usage') / 1_000);
  if (!reservation) return undefined;
  const [path = '/usage'] = words.pathsOf('usage');
  const call = callTarget(target, {
    method: 'GET',
    path,
    headers: { 'api-key': target.key, accept: 'application/json' },
    body: Buffer.alloc(0),
    signal: AbortSignal.timeout(probeTimeoutMs),
  });
  try {
    const reply = await call.reply;
    let text = '';
    for await (const chunk of reply.setEncoding('utf8')) {
      text += chunk as string;
      if (text.length > maxProbeCharacters) break;
    }
    if (reply.statusCode === 401) return 'does not recognise the key';
    const { used = 0, balance } = moneyIn(text, false);
    reservation.settle(used);
    if (balance !== undefined) cap.noteBalance(balance);
    if (parseReplyJson(text) !== undefined) return undefined;
    const { 'content-type': type = 'no content type', 'content-encoding': coding } = reply.headers;
    const form = [type, ...(coding === undefined ? [] : [`compressed by ${coding}`])].join(', ');
    return `does not answer as the service does: GET ${path} has no JSON but ${reply.statusCode} (${form})`;
  } catch (error) {
    return `does not answer: ${reasonOf(error)}`;
  }
}

const probeTimeoutMs = 30_000;
const maxProbeCharacters = 4_000_000;

/** Keeps what the run found, which `compare` shows. @returns whether the file was written */
function keepAgreement(file: string, log: AgreementLog, write: (sentence: string) => void): boolean {
  try {
    const compared = log.summary();
    if (compared.length > 0) addToAgreement(file, log);
    const different = compared.filter(({ differences }) => differences.length > 0).length;
    if (different > 0)
      write(
        `${formatCount(different, 'operation differs', 'operations differ')} from the sandbox: ${ownCommand} compare shows how.`,
      );
    return true;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    write(`The agreement was not written to ${file}: ${code === 'ENOSPC' ? 'the disk is full' : code}.`);
    return false;
  }
}

/** Lines on what the run did and what it cost. */
function receiptOf(
  { counts }: RecordingProxy,
  { files, unknownPlaces, unwritten }: RecordingSummary,
  { spent, spend, out }: { spent: number; spend: number; out: string },
): string[] {
  const { calls, refused, failures } = counts;
  return [
    `${calls} calls, ${spent} of ${spend} credits spent; ${files.size} recordings in ${out}.`,
    ...(refused > 0 ? [`${refused} calls were refused by --spend and never sent.`] : []),
    ...[...failures].map(([reason, count]) => `${count} calls have no whole reply: ${reason}.`),
    ...[...unwritten].map(([reason, count]) => `${count} replies were not recorded: ${reason}.`),
    ...(unknownPlaces.size > 0
      ? [
          `Fields that no schema knows, written as their shape only: ${[...unknownPlaces].sort().slice(0, 20).join(', ')}.`,
        ]
      : []),
  ];
}
