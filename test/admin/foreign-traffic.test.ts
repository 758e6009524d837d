import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { instantOf, machine } from '../../src/core/instants.ts';
import { noon, type TestApp, testApp } from '../harness.ts';
import { callsAs, teams } from './tokens.ts';

/** Reads an event stream until a word comes. */
async function textUntil(app: TestApp, token: string, word: string): Promise<string> {
  const { port } = app.app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}/__admin/events`, {
    headers: { authorization: `Bearer token-of-${token}` },
    signal: leaving.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of reply.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes(word)) break;
  }
  leaving.abort();
  return text;
}

/** The work of team B and of a client without a key between two steps of team A. */
async function foreignTraffic(app: TestApp, step: number): Promise<void> {
  const b = callsAs(app)('b');
  const key = `key-of-b-${step}`;
  await b('POST', '/keys', { label: `team-b-${step}`, plan: 5 });
  await b('POST', '/keys', { key, label: `team-b-named-${step}`, plan: 100 });
  const { id } = (await b('GET', `/keys/${key}`)).body;
  for (let n = 0; n <= step; n += 1) await app.get(`/clip/profile?uniqueId=of-b-${n}`, key);
  await app.get('/usage', 'a-key-that-nobody-has');
  await app.get('/no-such-path');
  await b('POST', '/faults', { match: { key: id }, respond: { status: 503 }, times: 1 });
  await app.get('/usage', key);
  if (step % 2 === 0) await b('DELETE', `/keys/${id}`);
}

/**
 * Everything that team A sees of the same work of its own, while time goes on in the same steps.
 * @param before runs before each step
 */
async function workOfTeam(before: (app: TestApp, step: number) => Promise<void>): Promise<unknown[]> {
  let step = 0;
  let microseconds = 0;
  const app = await testApp({ adminTokens: teams }, {}, undefined, undefined, {
    instant: () => noon + step * 60_000 + microseconds++ / 1000,
  });
  const a = callsAs(app)('a');
  await app.app.listen({ port: 0 });
  const heard = textUntil(app, 'a', 'the-last');
  const seen: unknown[] = [];
  const see = async (work: () => Promise<{ status: number; body: object }>) => {
    await before(app, step);
    step += 1;
    microseconds = 0;
    const { status, body } = await work();
    seen.push(status, body);
    return body as Record<string, never>;
  };
  const label = (n: number) => ({ key: `key-of-a-${n}`, label: `team-a-${n}`, plan: 100 });
  for (let n = 0; n < 4; n += 1) await see(() => a('POST', '/keys', label(n)));
  const { id } = await see(() => a('GET', '/keys/team-a-1'));
  const rule = { match: { key: id }, respond: { status: 500 }, times: 1 };
  const placed = await see(() => a('POST', '/faults', rule));
  for (let n = 0; n < 3; n += 1) await see(() => app.get(`/clip/profile?uniqueId=of-a-${n}`, 'key-of-a-1'));
  await see(() => app.get('/usage', 'another-key-that-nobody-has'));
  const lists = ['/keys?limit=2', '/keys', '/faults', '/requests?limit=2', '/requests?filter=sort=-credits'];
  for (const list of [...lists, '/requests/count', '/requests/unmatched', '/requests.har', '/report/keys'])
    await see(() => a('GET', list));
  for (const list of ['keys', 'requests']) {
    const { cursor } = await see(() => a('GET', `/${list}?limit=2`));
    await see(() => a('GET', `/${list}?limit=2&cursor=${cursor}`));
  }
  await see(() => a('GET', '/decisions'));
  await see(() => a('GET', `/keys/${id}/entries`));
  await see(() => a('POST', '/verify', { match: { path: '/nothing' }, atLeast: 1 }));
  await see(() => a('POST', '/send', { path: '/usage', key: 'team-a-1' }));
  await see(() => a('POST', '/faults', { ...rule, times: 2 }));
  await see(() => a('POST', `/faults/${placed['id']}/release`));
  await see(() => a('POST', '/reset', { key: id }));
  await see(() => app.get('/clip/profile?uniqueId=the-last', 'key-of-a-1'));
  await see(() => a('GET', '/requests'));
  seen.push(await heard);
  return seen;
}

/** Without how long things took, and without random ids, which the tests count. */
const withoutChance = (seen: unknown): string =>
  JSON.stringify(seen, null, 1)
    .replaceAll(/(\\?"(?:durationMs|realAt|date|time|wait)\\?": ?)(?:[\d.e-]+|\\?"[^"]*")/g, '$1"…"')
    .replaceAll(/"0{24}[0-9a-f]{8}"/g, '"random"');

it('a team sees the same bytes whether others work beside it or not', async () => {
  const alone = await workOfTeam(async () => {});
  const beside = await workOfTeam(foreignTraffic);
  expect(withoutChance(beside)).toBe(withoutChance(alone));
  expect(withoutChance(alone)).toContain('of-a-2');
});

it('numbers of requests and rules say when they were made, whatever was made before', async () => {
  const app = await testApp({ adminTokens: teams });
  const a = callsAs(app)('a');
  for (let step = 0; step < 3; step += 1) await foreignTraffic(app, step);
  const { id } = (await a('POST', '/keys', { key: 'key-of-a', label: 'team-a-1', plan: 100 })).body;
  const before = instantOf(machine());
  await app.get('/usage', 'key-of-a');
  const rule = await a('POST', '/faults', { match: { key: id }, respond: { status: 500 } });
  const after = instantOf(machine());
  const [request] = (await a('GET', '/requests')).body['requests'] as { id: number }[];
  for (const number of [request?.id, Number(String(rule.body['id']).replace('fault-', ''))]) {
    expect(number).toBeGreaterThanOrEqual(before);
    expect(number).toBeLessThanOrEqual(after);
  }
  expect((await a('GET', `/requests/${request?.id}`)).status).toBe(200);
  expect((await a('DELETE', `/faults/${rule.body['id']}`)).status).toBe(200);
});

it('a sandbox without tokens for own keys counts, and so does one whose run is recorded', async () => {
  for (const settings of [{}, { adminTokens: teams, recordCapsule: true }]) {
    const app = await testApp(settings);
    await app.get('/usage', 'demo-full');
    const root = callsAs(app)('root');
    expect((await root('GET', '/requests')).body['requests']).toMatchObject([{ id: 1 }]);
    const rule = { match: {}, respond: { status: 500 } };
    expect((await root('POST', '/faults', rule)).body['id']).toBe('fault-1');
  }
});
