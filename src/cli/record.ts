import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { parseReplyJson } from '../contract/event-stream.ts';
import { UsageError } from '../core/errors.ts';
import { type PriceBook, priceBook } from '../core/prices.ts';
import { freePort, readSettings, type Settings } from '../core/settings.ts';
import { createAgreementLog } from '../recording/agreement-log.ts';
import { moneyIn } from '../recording/call-cost.ts';
import { createCallComparison } from '../recording/compare-calls.ts';
import { formsOfKey } from '../recording/key-mask.ts';
import { openProxy, type RecordingProxy, reasonOf } from '../recording/proxy.ts';
import { createPseudonyms, createTrueNames } from '../recording/pseudonyms.ts';
import { createRecorder, type RecordingSummary } from '../recording/recorder.ts';
import { projectSecret, secretOfVariable } from '../recording/secret.ts';
import { createSpendingCap, type SpendingCap } from '../recording/spending-cap.ts';
import { callTarget, checkTarget, type Target } from '../recording/target.ts';
import { agreementName, readAgreement } from '../report/agreement-file.ts';
import { createWords, type Words } from '../service/vocabulary/words.ts';
import { removeUnfinished } from '../system/write-file.ts';
import { addedToAgreement } from './agreement-lines.ts';
import { exitCode, type Io } from './io.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { stoppableCommand } from './run-command.ts';
import { servedBy } from './served-by.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { keyVariable } from './target-keys.ts';

/** The flags of `record`, as commander parses them. */
export interface RecordFlags {
  target: string;
  targetV2?: string;
  spend: number;
  out: string;
  parallel: number;
  secretEnv?: string;
  keepNames?: boolean;
  iMayKeepPersonalData?: boolean;
  agreement?: string;
}

/**
 * Runs a command whose calls go to a service through a proxy, and writes a file for each of them.
 * @returns the exit code of the command, as under `exec`, or 1 where it succeeds and a file could not be written
 */
export async function runRecord(
  line: readonly string[],
  own: RecordFlags,
  flags: Flags,
  io: Io,
): Promise<number> {
  const key = targetKey(io);
  const { target: url, targetV2: v2Url = `${url}/v2`, spend } = own;
  const target: Target = { url, v2Url, key };
  checkTarget(target);
  if (own.keepNames && !own.iMayKeepPersonalData)
    throw new UsageError(
      '--keep-names writes personal data of creators: it needs --i-may-keep-personal-data too.',
    );
  const { settings } = settingsOf(flags, io);
  const book = priceBook(settings.prices);
  const words = createWords(settings);
  const secret =
    own.secretEnv === undefined ? projectSecret(io.cwd) : secretOfVariable(io.env, own.secretEnv);
  const names = own.keepNames ? createTrueNames(secret) : createPseudonyms(secret);
  const write = (sentence: string): void =>
    void io.stderr.write(`creator-sandbox: ${masked(sentence, key)}\n`);
  warnOfProxy(io, write);

  const served = await servedBy(settings, io);
  const cap = createSpendingCap(spend);
  const flaw = await probe(target, { book, words, cap });
  if (flaw !== undefined) {
    write(`${url} ${flaw}.`);
    return exitCode.runtime;
  }
  const folder = resolve(io.cwd, own.out);
  removeUnfinished(folder);
  const recorder = createRecorder({ folder, names, served, words, secrets: [key, secret.toString('utf8')] });
  const standIn = `recording-${randomBytes(12).toString('hex')}`;
  const agreementFile = resolve(io.cwd, own.agreement ?? join(own.out, agreementName));
  readAgreement(agreementFile);
  const log = createAgreementLog();
  const command = stoppableCommand(io);
  void io.untilStopped((signal) => command.stop(signal));
  const reference = await startReference(settings, io);
  const { v2Status } = settings;
  const onAnswered = createCallComparison({ sandbox: reference.url, log, book, served, words, v2Status });
  const { parallel } = own;
  const proxy = await openProxy({
    ...{ target, standIn, cap, recorder, book, served, words, parallel, onAnswered },
  });
  try {
    const env = { ...withoutTargetKeys(io.env), ...environmentFor(proxy, standIn) };
    const { code: ended } = command.start(line, { cwd: io.cwd, stdio: 'inherit', env });
    const code = await ended;
    await proxy.close();
    for (const line of receiptOf(proxy, recorder.summary, { spent: cap.spent, spend, out: own.out }))
      write(line);
    const isAgreed = addedToAgreement(agreementFile, log, write);
    const isWhole = ![...recorder.summary.unwritten.keys()].some((reason) => reason.startsWith('the file'));
    return code !== exitCode.ok || (isWhole && isAgreed) ? code : exitCode.runtime;
  } finally {
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
  return startOwnSandbox(settings, io, async () => {});
}

function targetKey({ env }: Io): string {
  const key = env[keyVariable];
  if (!key)
    throw new UsageError(`record takes the key of the service from ${keyVariable}, and from nowhere else.`);
  if (!/^[!-~]{1,500}$/.test(key))
    throw new UsageError('A key may hold ASCII letters, digits and signs only: no spaces, no line breaks.');
  return key;
}

const masked = (sentence: string, key: string): string =>
  formsOfKey(key).reduce((text, form) => text.replaceAll(form, '…'), sentence);

/** The command finds the proxy as it finds a sandbox. There is no admin surface. */
const environmentFor = ({ url }: RecordingProxy, key: string) => ({
  CREATOR_SANDBOX_URL: url,
  CREATOR_SANDBOX_KEY: key,
  CREATOR_SANDBOX_ADMIN: '',
});

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
    return parseReplyJson(text) === undefined
      ? 'does not answer as the service does: GET /usage has no JSON'
      : undefined;
  } catch (error) {
    return `does not answer: ${reasonOf(error)}`;
  }
}

const probeTimeoutMs = 30_000;
const maxProbeCharacters = 4_000_000;

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
