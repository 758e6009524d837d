import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { newAdminToken, tokenDigestOf } from '../../src/core/admin-token-digest.ts';
import { ScopeModel } from '../admin/scope-model.ts';
import { teams } from '../admin/tokens.ts';
import { testApp } from '../harness.ts';

/** Reads an event stream until it ends. */
async function listen(url: string, token: string, signal: AbortSignal): Promise<{ text: Promise<string> }> {
  const reply = await fetch(`${url}/__admin/events`, {
    headers: { authorization: `Bearer token-of-${token}` },
    signal,
  });
  expect(reply.status).toBe(200);
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const piece of reply.body as ReadableStream<Uint8Array>)
        text += decoder.decode(piece, { stream: true });
    } catch {}
    return text;
  };
  return { text: read() };
}

it('20,000 random calls by four tokens are judged as a model of the scopes says', async () => {
  const app = await testApp({ adminTokens: teams });
  await app.app.listen({ port: 0 });
  const url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  const leaving = new AbortController();
  const [a, b, reader] = await Promise.all(
    ['a', 'b', 'reader'].map((token) => listen(url, token, leaving.signal)),
  );
  const model = new ScopeModel(app, 44);
  await model.run(20_000);
  // Every stream has come so far once it shows what a call that it may see does now.
  for (const key of ['sandbox:plan=1:team-a-last', 'sandbox:plan=1:team-b-last'])
    await app.get('/usage?last=1', key);
  await expect.poll(async () => (await fetch(`${url}/__admin/health`)).status).toBe(200);
  leaving.abort();
  const [ofA = '', ofB = '', ofReader = ''] = await Promise.all([a?.text, b?.text, reader?.text]);

  const heard = { a: model.assertHeard('a', ofA), b: model.assertHeard('b', ofB) };
  expect(heard.a.size).toBeGreaterThan(100);
  expect(heard.b.size).toBeGreaterThan(100);
  expect(ofA + ofB).not.toContain('event: audit');
  expect(ofReader).toContain('event: audit');
  expect(app.warnings.join()).not.toMatch(/token-of-|text-canary/);
  const statuses = new Set([...model.outcomes.keys()].map((outcome) => outcome.split(' ').at(-1)));
  expect([...statuses].sort()).toEqual(['200', '201', '204', '403', '404', '408', '409', '422']);
  expect(model.outcomes.size).toBeGreaterThan(100);
});

it('a wrong token takes as long whether it is near a right one or not', async () => {
  const tokens = Array.from({ length: 100 }, () => newAdminToken());
  const { createAccess } = await import('../../src/admin/access/access.ts');
  const app = await testApp({
    adminTokens: tokens.map((token, n) => ({
      name: `t${n}`,
      scope: 'all' as const,
      digest: tokenDigestOf(token),
    })),
  });
  const access = createAccess(app.deps, { count: async () => undefined });
  const timeOf = async (authorization: string): Promise<number> => {
    const request = { headers: { authorization }, socket: {}, routeOptions: { config: {} } };
    const startedAt = performance.now();
    for (let n = 0; n < 50; n += 1) await access?.admit(request as never).catch(() => {});
    return performance.now() - startedAt;
  };
  const [first = '', last = ''] = [tokens[0], tokens.at(-1)];
  const wrong = {
    far: `cst_${'x'.repeat(43)}`,
    nearFirst: `${first.slice(0, -1)}~`,
    nearLast: `${last.slice(0, -1)}~`,
  };
  const times: Record<keyof typeof wrong, number[]> = { far: [], nearFirst: [], nearLast: [] };
  // In turns, so that whatever else the machine does meets all of them alike.
  for (let round = 0; round < 400; round += 1)
    for (const name of ['far', 'nearFirst', 'nearLast'] as const)
      times[name].push(await timeOf(`Bearer ${wrong[name]}`));
  const median = (list: number[]) => list.sort((x, y) => x - y)[list.length >> 1] as number;
  const far = median(times.far);
  for (const name of ['nearFirst', 'nearLast'] as const) {
    const ratio = median(times[name]) / far;
    console.log(`${name}: ${ratio.toFixed(3)} of the time of another wrong token`);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  }
});
