import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { tools } from '../../src/mcp/tools/tools.ts';
import { type Agent, agentAt, agentBeside, type Major, main } from './client.ts';

const sandbox = await createSandbox({ size: 60, adminToken: 'secret-token' });
afterAll(() => sandbox.close());
const admin = sandbox.adminUrl ?? '';
const authorization = { authorization: 'Bearer secret-token' };

const beside = (major: Major) => () => agentBeside([], {}, major);
const overHttp = (major: Major) => (query: string) =>
  agentAt(admin, `${query}-${major}`, authorization, major);
const running = { CREATOR_SANDBOX_ADMIN: admin, SANDBOX_ADMIN_TOKEN: 'secret-token' };
const ways: Record<string, (query: string) => Promise<Agent>> = {
  'client 1 over stdio': beside(1),
  'client 2 over stdio': beside(2),
  'client 2 over stdio, beside a running sandbox': () => agentBeside([], running),
  'client 1 over HTTP': overHttp(1),
  'client 2 over HTTP': overHttp(2),
};

const noBudget =
  'The budget of this key does not cover the call. Quote first, ask for less, or stop: neither a retry, nor a renewal, nor a purchase helps. Only your operator can raise the budget.';
const profile = { operation: 'clip/profile', parameters: { uniqueId: 'sample.creator' } };

describe.each(Object.entries(ways))('an agent with %s', (_way, connect) => {
  it('uses every tool', async () => {
    const agent = await connect('?agent=tools');
    expect(agent.instructions).toContain('Open a key with a budget');
    expect([...agent.tools].sort()).toEqual(tools.map(({ name }) => name).sort());

    const opened = await agent.call('open_key', { budget: 20, label: 'shopper' });
    const { id } = opened.content as { id: string };
    expect(opened).toEqual({
      refused: false,
      content: {
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        key: expect.any(String),
        budget: 20,
        available: 20,
      },
    });

    const { creators } = (
      await agent.call('find_creators', { platform: 'tube', edge: 'shorts-only', limit: 1 })
    ).content as { creators: { platform: string; edge: string[] }[] };
    expect(creators).toEqual([expect.objectContaining({ platform: 'tube' })]);
    expect(creators[0]?.edge).toContain('shorts-only');

    expect(await agent.call('quote', profile)).toEqual({
      refused: false,
      content: { credits: { least: 2, most: 2 }, left: 20 },
    });

    const looked = await agent.call('call', { ...profile, key: id });
    expect(looked).toMatchObject({
      refused: false,
      content: {
        status: 200,
        reply: { data: { uniqueId: 'sample.creator' }, creditsUsed: 2, creditsAvailable: 18, success: true },
        left: 18,
      },
    });

    expect(await agent.call('force', { operation: 'clip/profile', status: 503 })).toMatchObject({
      refused: false,
      content: { times: 1 },
    });
    const refused = await agent.call('call', profile);
    expect(refused).toMatchObject({
      refused: true,
      content: {
        error:
          '503 SERVICE_UNAVAILABLE: The service is temporarily unavailable. Please try again later. Retry later with a growing delay, a few times at most, then do without; refusals cost nothing.',
        code: 'SERVICE_UNAVAILABLE',
        left: 18,
      },
    });
    expect((await agent.call('call', profile)).refused).toBe(false);

    const { traceId } = refused.content['reply'] as { traceId: string };
    expect(await agent.call('explain', { traceId })).toMatchObject({
      refused: false,
      content: {
        outcome: expect.stringMatching(
          /^Refused with 503 SERVICE_UNAVAILABLE, forced by .+; 0 credits were charged\.$/,
        ),
        remedy: expect.stringContaining('Retry later'),
        request: { key: id, operation: 'clip/profile', traceId },
        key: { id, limit: 20, spent: 4 },
        reliesOn: expect.arrayContaining([expect.objectContaining({ tag: 'assumed' })]),
      },
    });

    expect(await agent.call('advance', { by: '31d' })).toMatchObject({
      refused: false,
      content: { renewals: [{ what: 'renewal', credits: 4 }], planRemaining: 20, spent: 4, left: 16 },
    });

    expect(await agent.call('journal', { key: id, newest: 2 })).toMatchObject({
      content: {
        matching: 3,
        requests: [
          { status: 503, credits: 0 },
          { status: 200, credits: 2 },
        ],
      },
    });

    expect(await agent.call('receipt')).toMatchObject({
      content: {
        budget: 20,
        spent: 4,
        keys: [{ id, budget: 20, spent: 4, left: 16 }],
        sandbox: {
          byKey: expect.arrayContaining([expect.objectContaining({ label: 'shopper', credits: 4 })]),
        },
      },
    });

    expect((await agent.call('coverage')).content['operations']).toContainEqual(
      expect.objectContaining({ operation: 'clip/profile' }),
    );
    expect(await agent.call('coverage', { operation: 'clip/profile' })).toMatchObject({
      content: {
        operations: [
          {
            operation: 'clip/profile',
            met: expect.arrayContaining(['503 SERVICE_UNAVAILABLE']),
            missing: expect.arrayContaining(['404 NOT_FOUND']),
          },
        ],
      },
    });
  });

  it('reads every resource', async () => {
    const agent = await connect('?agent=resources');
    const resources = await agent.resources();
    const texts = new Map<string, string>();
    for (const { uri } of resources) texts.set(uri, await agent.read(uri));
    for (const [uri, text] of texts) expect(text.length, uri).toBeGreaterThan(200);
    const json = (uri: string) => JSON.parse(texts.get(uri) ?? '') as Record<string, unknown>;
    expect(json('sandbox://openapi/v3')).toMatchObject({ openapi: '3.1.0', paths: { '/clip/profile': {} } });
    expect(json('sandbox://openapi/v2')).toMatchObject({ paths: { '/gramBasic': {} } });
    expect(json('sandbox://decisions')['decisions']).toContainEqual(
      expect.objectContaining({ id: 'trace-id' }),
    );
    expect(json('sandbox://world/edge-cases')['private']).toContainEqual(
      expect.objectContaining({ edge: expect.arrayContaining(['private']) }),
    );
    expect(texts.get('sandbox://docs/agents')).toContain('# Agents');
  });

  it('sees what it did wrong, with every tool', async () => {
    const agent = await connect('?agent=wrong');
    const refused = new Set<string>();
    const refusal = async (tool: string, input: Record<string, unknown>) => {
      const reply = await agent.call(tool, input);
      if (reply.refused) refused.add(tool);
      return reply;
    };
    const error = (text: string | RegExp) => ({
      refused: true,
      content: { error: typeof text === 'string' ? text : expect.stringMatching(text) },
    });
    const noOperation = error('There is no operation "clip/profil"; the nearest valid one is clip/profile.');
    const nearly = { ...profile, operation: 'clip/profil' };

    expect(await refusal('call', profile)).toEqual(
      error('No key is open. Call open_key with a budget first.'),
    );
    expect(await refusal('open_key', { budget: 0.0001 })).toEqual(
      error('A budget is 0 to 10^12 credits with at most 3 decimals.'),
    );
    expect(await refusal('open_key', { budget: 5, rate: 'often' })).toMatchObject(
      error("'rate' must be <requests>/<duration>, such as 3/10s."),
    );
    expect(await refusal('open_key', {})).toEqual(error(/'budget'/));
    const { key } = (await agent.call('open_key', { budget: 1 })).content;
    expect(await refusal('call', nearly)).toMatchObject(noOperation);
    expect(await refusal('call', { ...profile, method: 'PUT' })).toEqual(error(/method/));
    expect(await refusal('call', { ...profile, key })).toEqual({
      refused: true,
      content: {
        error: `402 KEY_SPEND_THRESHOLD_EXCEEDED: The spend limit of this API key would be exceeded. ${noBudget}`,
        status: 402,
        code: 'KEY_SPEND_THRESHOLD_EXCEEDED',
        remedy: noBudget,
        reply: expect.objectContaining({ success: false, errorCode: 'KEY_SPEND_THRESHOLD_EXCEEDED' }),
        left: 1,
      },
    });
    expect(
      await refusal('call', { operation: 'clip/profile', parameters: { uniqueId: 'a b' } }),
    ).toMatchObject(error(/^400 VALIDATION_ERROR: .* Correct the parameters/));
    expect(await refusal('quote', nearly)).toMatchObject(error(/"clip\/profil"/));
    expect(await refusal('force', { operation: 'clip/profile', status: 418 })).toMatchObject(
      error(/clip\/profile/),
    );
    expect(await refusal('advance', { by: 'tomorrow' })).toMatchObject(error(/by/));
    expect(await refusal('coverage', { operation: 'clip/profil' })).toEqual(noOperation);
    expect(await refusal('explain', { traceId: 'nobody' })).toEqual(
      error(/^The journal has no request with this trace id\./),
    );
    expect(await refusal('journal', { key: 'nobody' })).toMatchObject(error('There is no such key.'));
    expect(await refusal('receipt', { of: 'all' })).toEqual(error(/The input has no "of"/));
    expect(await refusal('find_creators', { edge: 'strange' })).toMatchObject(error(/'edge'/));
    expect([...refused].sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  it('explains a 402 by its figures', async () => {
    const agent = await connect('?agent=poor');
    const { id } = (await agent.call('open_key', { budget: 1 })).content;
    expect((await agent.call('call', profile)).refused).toBe(true);
    const { requests } = (await agent.call('journal', { key: id, newest: 1 })).content as {
      requests: { traceId: string }[];
    };
    expect(await agent.call('explain', { traceId: requests[0]?.traceId })).toMatchObject({
      content: {
        outcome: expect.stringMatching(
          /^Refused with 402 KEY_SPEND_THRESHOLD_EXCEEDED, earned .+; 0 credits were charged\. The key's spend limit is 1 credit, 0 spent; the price is at most 2: 1 credit missing\.$/,
        ),
      },
    });
  });

  it('reads streams and files', async () => {
    const agent = await connect('?agent=streams');
    const { id } = (await agent.call('open_key', { budget: 12 })).content;
    const nls = { operation: 'nls', parameters: { description: 'food creators in Great Britain' } };
    const streamed = await agent.call('call', nls);
    expect(streamed.content['reply']).toContainEqual(expect.objectContaining({ event: 'result' }));
    await agent.call('force', { operation: 'nls', profile: 'failed-result' });
    expect(await agent.call('call', nls)).toMatchObject({
      refused: true,
      content: { status: 200, error: expect.stringMatching(/^200 [A-Z_]+/) },
    });
    await agent.call('force', { operation: 'nls', profile: 'crlf' });
    expect((await agent.call('call', nls)).content['reply']).toContainEqual(
      expect.objectContaining({ event: 'result', data: expect.objectContaining({ success: true }) }),
    );
    await agent.call('force', { operation: 'nls', profile: 'cut-before-result' });
    expect(await agent.call('call', nls)).toMatchObject({
      refused: true,
      content: { error: 'The stream broke off before its result. See receipt before you retry.' },
    });
    await agent.call('force', { operation: 'nls', profile: 'reset-in-result' });
    expect(await agent.call('call', nls)).toMatchObject({
      refused: true,
      content: { error: expect.stringMatching(/broke off/) },
    });
    const file = await agent.call('call', {
      operation: 'tube/subtitles/download',
      parameters: { videoId: 'longtrack01', vssId: '.en' },
      key: id,
    });
    expect(file.content['reply']).toMatch(/\(cut: \d{7} characters in all\)$/);
  });
});

describe('creator-sandbox mcp', () => {
  it('writes nothing but messages to its output, and ends with its input', async () => {
    const child = spawn(process.execPath, [main, 'mcp', '--size', '60'], { stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('"id":3')) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    // The handshake of clients from 2025.
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'open_key', arguments: { budget: 3 } } });
    child.stdin.write('this is no message\n');
    send({ id: 3, method: 'tools/list' });
    await answered;
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { jsonrpc: string });
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(err).toBe('');
  });

  it('says in one sentence that no sandbox answers, or that it refuses the token', async () => {
    const run = async (env: Record<string, string>) => {
      const child = spawn(process.execPath, [main, 'mcp'], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
      const [code] = await once(child, 'close');
      return [code, text];
    };
    expect(await run({ CREATOR_SANDBOX_ADMIN: 'http://127.0.0.1:9/__admin' })).toEqual([
      1,
      expect.stringMatching(/^creator-sandbox: http:\/\/127\.0\.0\.1:9 does not answer: .*\n$/),
    ]);
    expect(await run({ CREATOR_SANDBOX_ADMIN: admin, SANDBOX_ADMIN_TOKEN: 'wrong' })).toEqual([
      1,
      'creator-sandbox: Send the admin token: Authorization: Bearer <token>.\n',
    ]);
  });
});
