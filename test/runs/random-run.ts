import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type LaunchedSandbox, launch } from '../../src/app/sandbox/sandbox.ts';
import { createRandom } from '../../src/core/random.ts';
import { readSettings } from '../../src/core/settings.ts';
import type { Capsule } from '../../src/trials/capsule/capsule.ts';

/**
 * Runs a random client with faults, rate limits, gates, streams and renewals beside a sandbox, and records it.
 * @param atEnd called with the sandbox when all its replies are over
 */
export async function recordRandomRun(
  seed: number,
  atEnd: (sandbox: LaunchedSandbox, random: () => number) => Promise<void> = async () => {},
): Promise<Capsule> {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const chance = (share: number) => random() < share;
  const content = {
    size: 60,
    pace: 1,
    logLevel: 'error',
    ...(chance(0.5) && { clock: '2026-06-01T12:00:00Z' }),
    ...(chance(0.3) && { vocabulary: 'published' as const }),
  };
  const { settings: given } = readSettings({ file: { name: 'the run', content } });
  const settings = { ...given, port: 0, recordCapsule: true };
  const sandbox = await launch(settings, {
    log: pino({ level: 'silent' }),
  });
  // As a file would hold it.
  const saved = () => JSON.parse(JSON.stringify(sandbox.capsuleNow())) as Capsule;
  const published = settings.vocabulary === 'published';
  const word = (path: string) => (published ? path.replace('/clip/', '/tiktok/') : path);

  const keys = [
    `sandbox:plan=40,fractional:run-${seed}`,
    `sandbox:plan=9:poor-${seed}`,
    `sandbox:plan=500,rate=3/10s:rate-${seed}`,
    `sandbox:plan=500,limit=12:limit-${seed}`,
    'demo-full',
    'demo-empty',
    'no-such-key',
  ];
  const admin = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${sandbox.adminUrl}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return (await reply.json()) as Record<string, string>;
  };
  const made = await admin('POST', '/keys', { plan: 30, fractional: true });
  const named = await admin('POST', '/keys', { key: `own-secret-key-${seed}`, plan: 30 });
  keys.push(made['key'] ?? '', named['key'] ?? '');
  const key = () => keys[below(keys.length)] ?? '';

  /** Resolves when the reply is over, or when the client leaves in the middle. */
  const ask = (path: string, secret: string, body?: object, leavesAfter?: number) =>
    new Promise<void>((resolve) => {
      const client = request(
        `${sandbox.url}${path}`,
        {
          method: body ? 'POST' : 'GET',
          agent: false,
          headers: {
            [path.startsWith('/v2') ? 'apiId' : 'api-key']: secret,
            ...(body && { 'content-type': 'application/json' }),
          },
        },
        (reply) => {
          let pieces = 0;
          reply.on('data', () => {
            pieces += 1;
            if (pieces === leavesAfter) client.destroy();
          });
          reply.once('error', () => {});
          reply.once('close', resolve);
        },
      );
      client.once('error', () => resolve());
      client.end(body && JSON.stringify(body));
    });

  const handles = ['sample.creator', 'nobody.at.all', 'sandbox-error-503', 'sandbox-slow-3', 'bad handle'];
  const lookUp = () =>
    ask(word(`/clip/profile?uniqueId=${encodeURIComponent(handles[below(handles.length)] ?? '')}`), key());
  const stream = () =>
    ask('/nls', key(), { description: 'short video creators from Italy' }, chance(0.2) ? 3 : undefined);
  const search = () =>
    ask(word('/clip/search'), key(), {
      filters: [{ filterName: 'totalFollowers', op: '>', value: below(10_000) }],
      pageSize: 1 + below(5),
      offset: 0,
    });
  const old = () =>
    ask(published ? '/v2/tiktokBasic?tiktokId=sample.creator' : '/v2/clipBasic?clipId=sample.creator', key());
  const calls = [lookUp, lookUp, stream, search, old];
  const call = () => (calls[below(calls.length)] ?? lookUp)();

  for (let step = 0; step < 6; step++) {
    const kind = below(6);
    if (kind === 0) await admin('POST', '/clock/advance', { by: `${1 + below(40)}d` });
    else if (kind === 1)
      await admin('POST', '/faults', {
        match: {},
        ...[
          { respond: { status: 503 } },
          { profile: 'cut' },
          { latency: 3 },
          { latency: { min: 1, max: 9 } },
        ][below(4)],
        times: 1 + below(3),
        probability: chance(0.5) ? 0.5 : 1,
      });
    else if (kind === 2) {
      const { id = '' } = await admin('POST', '/faults', {
        match: { operation: 'clip/profile' },
        hold: chance(0.5) ? { until: 2 } : {},
      });
      const held = Promise.all([lookUp(), lookUp(), call()]);
      await sleep(5);
      await admin('POST', `/faults/${id}/release`);
      await held;
      await admin('DELETE', `/faults/${id}`);
    } else await Promise.all(Array.from({ length: 1 + below(4) }, call));
  }
  // Clients that left are noticed a moment later.
  while (isOpen(saved())) await sleep(10);
  const capsule = saved();
  await atEnd(sandbox, random);
  await sandbox.close();
  return capsule;
}

/** Whether a reply is not over yet. */
const isOpen = ({ events, requests }: Capsule): boolean =>
  events.filter(([kind]) => kind === 'E' || kind === 'L').length < requests.length;
