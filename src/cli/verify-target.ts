import { setTimeout as sleep } from 'node:timers/promises';
import { defaultWorld, ensureWorld } from '../../seed/build.ts';
import { buildApp } from '../app.ts';
import type { Settings } from '../config.ts';
import { type Role, roles } from '../contract/exchange.ts';
import { readExchanges } from '../contract/folder.ts';
import { reportLines } from '../contract/report.ts';
import { isIn, selectExchanges } from '../contract/select.ts';
import { neededBy } from '../contract/subjects.ts';
import { KeyRefused, type Report, verify } from '../contract/verify.ts';
import { httpSend, NoAnswer } from '../contract/wire.ts';
import { targetWords } from '../contract/words.ts';
import { dayMs, parseDuration } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';
import { priceBook } from '../core/prices.ts';
import type { Served } from '../http/served.ts';
import { openSideApp } from '../openapi/side-app.ts';
import { cacheDir } from '../sandbox.ts';
import { version } from '../version.ts';
import { createWords } from '../vocabulary/words.ts';
import { openWorld } from '../world/world.ts';
import { exitCode, type Io } from './io.ts';
import { worldProgress } from './progress.ts';
import { settingsOf } from './settings.ts';

/** The flags of `verify --target`, as commander names them. */
export interface TargetFlags {
  target: string;
  targetV2?: string;
  key?: string;
  as?: string[];
  spend?: string;
  only?: string[];
  skip?: string[];
  generation?: string;
  subject?: string[];
  timeout?: string;
  patience?: string;
  json?: boolean;
  config?: string;
  prices?: string;
  vocabulary?: string;
  dictionary?: string;
}

/** Longest reply that is read of a target. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Replays the golden exchanges at a target, which may be the service itself: 4 when it differs, 3 when nothing could
 * be compared, 1 when it cannot be reached or does not recognise the key.
 */
export async function verifyTarget(flags: TargetFlags, io: Io): Promise<number> {
  const url = baseUrl('--target', flags.target);
  const keys = keysOf(flags, io);
  const spend = amountOf(flags.spend ?? '100');
  const subjects = new Map((flags.subject ?? []).map((text) => pairOf('--subject', text)));
  const exchanges = exchangesOf(flags, new Set(subjects.keys()));
  const timeoutMs = durationOf('--timeout', flags.timeout ?? '30s');
  const retryForMs = durationOf('--patience', flags.patience ?? '20s');
  const { config, prices, vocabulary, dictionary } = flags;
  const named = Object.entries({ config, prices, vocabulary, dictionary });
  const { settings } = settingsOf(Object.fromEntries(named.filter(([, value]) => value !== undefined)), io);
  const words = createWords(settings);
  const v2Url = flags.targetV2 === undefined ? `${url}/v2` : baseUrl('--target-v2', flags.targetV2);

  const masked = maskOf([keys.main, ...Object.values(keys.ofRoles)]);
  try {
    const served = await servedBy(settings, io);
    const report = await verify(exchanges, {
      send: httpSend({ url, v2Url, timeoutMs, mostBytes }),
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
    const text = flags.json
      ? JSON.stringify({ target: url, ...report }, null, 2)
      : reportLines(report).join('\n');
    io.stdout.write(`${masked(text)}\n`);
    return codeOf(report, io);
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof KeyRefused)) throw error;
    const what =
      error instanceof NoAnswer ? `does not answer: ${error.message}` : 'does not recognise the key';
    io.stderr.write(`creator-sandbox: ${url} ${what}.\n`);
    return exitCode.runtime;
  }
}

function codeOf({ compared, differences }: Report, io: Io): number {
  if (compared.length === 0) {
    io.stderr.write('creator-sandbox: Nothing was compared.\n');
    return exitCode.gate;
  }
  return differences.length > 0 ? exitCode.drift : exitCode.ok;
}

/**
 * The schemas stand at the routes, and routes want a world. It is not asked for anything, so it is the one that
 * comes with the package, whichever the settings name.
 */
async function servedBy(settings: Settings, io: Io): Promise<readonly Served[]> {
  const onProgress = worldProgress(io.stderr);
  const world = openWorld(await ensureWorld({ ...defaultWorld, cacheDir: cacheDir(), onProgress }));
  // Schemas are in neutral words whatever the target speaks.
  const words = createWords({ vocabulary: 'neutral', dictionary: {} });
  const about = {
    settings: { ...settings, lookups: 'both' as const },
    version,
    world,
    prices: priceBook(),
    words,
  };
  try {
    const side = await openSideApp(about, [], (deps) => buildApp(deps, { service: true, control: false }));
    await side.close();
    return side.deps.served;
  } finally {
    world.close();
  }
}

function exchangesOf({ only = [], skip = [], generation }: TargetFlags, known: ReadonlySet<string>) {
  if (generation !== undefined && generation !== '2' && generation !== '3')
    throw new UsageError(`--generation is 2 or 3, not ${generation}.`);
  const all = readExchanges();
  const asked = new Set(
    all.flatMap(({ elsewhere }) => (typeof elsewhere === 'string' ? [] : neededBy(elsewhere))),
  );
  for (const subject of known)
    if (!asked.has(subject))
      throw new UsageError(`--subject: ${subject} is not one of ${[...asked].sort().join(', ')}.`);
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

/** From flags, or from the environment, where other users of the machine do not see them. */
function keysOf(
  { key, as = [] }: TargetFlags,
  { env }: Io,
): { main: string; ofRoles: Partial<Record<Role, string>> } {
  const main = key ?? env[keyVariable];
  if (!main)
    throw new UsageError(`verify --target needs a key: --key, or ${keyVariable} in the environment.`);
  const fromEnvironment = roles.flatMap((role) => {
    const given = env[`${keyVariable}_${role.toUpperCase()}`];
    return given ? [[role, given] as const] : [];
  });
  const fromFlags = as.map((text) => {
    const [name, value] = pairOf('--as', text);
    const role = roles.find((each) => each === name);
    if (!role) throw new UsageError(`--as: ${name} is not one of ${roles.join(', ')}.`);
    return [role, value] as const;
  });
  const ofRoles = Object.fromEntries([...fromEnvironment, ...fromFlags]);
  // It is not repeated, and a header takes nothing else.
  if (![main, ...Object.values(ofRoles)].every((each) => /^[!-~]+$/.test(each)))
    throw new UsageError('A key has neither spaces nor line breaks, and letters of ASCII alone.');
  return { main, ofRoles };
}

const keyVariable = 'CREATOR_SANDBOX_TARGET_KEY';

function baseUrl(flag: string, text: string): string {
  const url = URL.parse(text);
  // A password is not repeated.
  if (url?.username || url?.password)
    throw new UsageError(`${flag} takes a base URL without a name and a password.`);
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(url.href))
    throw new UsageError(`${flag} cannot be "${text}": it takes a base URL such as https://api.example.`);
  return url.href.replace(/\/+$/, '');
}

function amountOf(text: string): number {
  const credits = Number(text);
  if (text.trim() === '' || !Number.isFinite(credits) || credits < 0)
    throw new UsageError(`--spend cannot be "${text}": it takes a number of credits.`);
  return credits;
}

function durationOf(flag: string, text: string): number {
  const durationMs = parseDuration(text);
  if (durationMs === undefined || (flag === '--timeout' && durationMs === 0) || durationMs > dayMs)
    throw new UsageError(`${flag} cannot be "${text}": it takes a duration such as 30s, of a day at most.`);
  return durationMs;
}

function pairOf(flag: string, text: string): [string, string] {
  const at = text.indexOf('=');
  // The rest is not repeated: it may be a key.
  if (at < 1 || at === text.length - 1) throw new UsageError(`${flag} takes name=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/**
 * A target may repeat a key that it was sent: the last four characters of a long one are enough to know it by. Where
 * a value was cut, the beginning of a key may stand at its end.
 */
const maskOf =
  (keys: readonly string[]) =>
  (text: string): string =>
    keys
      .flatMap((key): [string, string][] => [
        [key, key.length < 12 ? '…' : `…${key.slice(-4)}`],
        [JSON.stringify(key).slice(1, -1), '…'],
        ...Array.from(key.slice(4), (_, n): [string, string] => [
          `${key.slice(0, key.length - n - 1)}…`,
          '…',
        ]),
      ])
      .reduce((masked, [shown, instead]) => masked.replaceAll(shown, instead), text);
