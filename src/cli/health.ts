import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text as streamText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionErrorReason } from '../core/connection-error.ts';
import type { Settings } from '../core/settings.ts';
import { addressOf, trustSandbox } from './address.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';

/** Asks the sandbox of these settings whether it is up; with `wait`, repeatedly for so many milliseconds until it is. */
export async function health({ wait, json, ...flags }: Flags, io: Io): Promise<number> {
  const waitMs = (wait as number | undefined) ?? 0;
  const { settings } = settingsOf(flags, io);
  await trustSandbox(settings);
  const until = performance.now() + waitMs;

  for (;;) {
    const { up, text } = await askHealth(settings);
    if (up) {
      io.stdout.write(`${json ? text : healthInWords(text)}\n`);
      return exitCode.ok;
    }
    if (performance.now() >= until) {
      io.stderr.write(`creator-sandbox: ${text}\n`);
      return waitMs > 0 ? exitCode.notReady : exitCode.runtime;
    }
    await sleep(50);
  }
}

/** The answer as a line. Without an admin surface, it says only that the sandbox is up. */
function healthInWords(text: string): string {
  const { status, version, world, clock, epoch, vocabulary, strict, uptimeMs, replicas } = JSON.parse(
    text,
  ) as {
    status: string;
    version?: string;
    world: { seed: number; size: number };
    clock: { now: number; frozen: boolean };
    epoch?: string;
    vocabulary: string;
    strict: boolean;
    uptimeMs: number;
    replicas?: number;
  };
  if (version === undefined) return status;
  const time = `${new Date(clock.now).toISOString()}${clock.frozen ? ' (frozen)' : ''}`;
  return `${status}: creator-sandbox ${version}, ${world.size} people, seed ${world.seed}, ${vocabulary} words${strict ? ', strict' : ''}; clock ${time}${epoch === undefined ? '' : `, epoch ${epoch}`}; up ${Math.round(uptimeMs / 1000)} s${among(replicas)}`;
}

const among = (replicas: number | undefined): string =>
  replicas === undefined ? '' : replicas === 1 ? '; the only replica' : `; 1 of ${replicas} replicas`;

/** Asks once. @returns whether the sandbox is up, with its answer or the reason */
export async function askHealth(settings: Settings): Promise<{ up: boolean; text: string }> {
  const port = settings.admin ? (settings.adminPort ?? settings.port) : settings.port;
  // Without an admin surface, a refusal by the service shows that it is up.
  const [path, expected] = settings.admin ? ['/__admin/health', 200] : ['/usage', 401];
  const url = `${addressOf(settings, port)}${path}`;
  try {
    const { status, type, text } = await fetchReply(url);
    if (status === expected) return { up: true, text: settings.admin ? text : '{"status":"ok"}' };
    return { up: false, text: `${url} answered ${status}.${detailIn(type, text)}` };
  } catch (error) {
    return { up: false, text: `${url} does not answer: ${connectionErrorReason(error)}.` };
  }
}

/** Gets a URL within 2 seconds. `fetch` would cost a probe that comes every few seconds 20 ms of processor time. */
async function fetchReply(url: string): Promise<{ status: number | undefined; type: string; text: string }> {
  const signal = AbortSignal.timeout(2000);
  try {
    const request = (url.startsWith('https:') ? https : http).get(url, { signal, agent: false });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const { statusCode: status, headers } = response;
    return { status, type: headers['content-type'] ?? '', text: await streamText(response) };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

/** The sentence of a problem (RFC 9457), such as that the ledger cannot be written. */
function detailIn(type: string, text: string): string {
  if (!type.startsWith('application/problem+json')) return '';
  return ` ${(JSON.parse(text) as { detail?: string }).detail ?? ''}`;
}
