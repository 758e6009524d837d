import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { agentAt } from './client.ts';

const sandbox = await createSandbox({ size: 60, adminToken: 'secret-token' });
afterAll(() => sandbox.close());
const endpoint = `${sandbox.adminUrl}/mcp`;
const authorization = { authorization: 'Bearer secret-token' };
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const post = (headers: Record<string, string>, query = '', body = listTools) =>
  fetch(`${endpoint}${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  });

describe('the protocol over HTTP', () => {
  it('is behind the guard of the admin surface', async () => {
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post({ ...authorization, origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ ...authorization, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post(authorization)).status).toBe(200);
  });

  it('keeps no sessions, opens no stream by itself, and takes JSON only', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(endpoint, { method, headers: authorization })).status).toBe(405);
    expect((await post(authorization, '', '{')).status).toBe(400);
    expect((await post(authorization, '', '"text"')).status).toBe(400);
  });

  it('serves clients of 2025, which begin with a handshake', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    };
    const greeted = await post(authorization, '', JSON.stringify(initialize));
    expect([greeted.status, await greeted.text()]).toEqual([
      200,
      expect.stringMatching(/"protocolVersion":"2025-06-18".*"name":"creator-sandbox"/),
    ]);
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'receipt', arguments: {} } };
    const old = { ...authorization, 'mcp-protocol-version': '2025-06-18' };
    expect(await (await post(old, '', JSON.stringify(call))).text()).toContain('"budget":null');
  });

  it('refuses a name or a budget that is none', async () => {
    for (const query of ['?agent=a%20b', '?budget=-1', '?budget=1e3', '?budget=0.0001', '?buget=20'])
      expect([query, (await post(authorization, query)).status]).toEqual([query, 400]);
    expect((await post(authorization, '?budget=9999999999999')).status).toBe(422);
  });

  it('keeps agents apart, and keeps the first budget of each', async () => {
    const first = await agentAt(sandbox.adminUrl, '?agent=first&budget=10', authorization);
    const second = await agentAt(sandbox.adminUrl, '?agent=second&budget=30', authorization);
    const { id } = (await first.call('open_key', { budget: 4 })).content;
    expect((await second.call('open_key', { budget: 10, label: 'own one' })).refused).toBe(false);
    expect((await second.call('open_key', { budget: 20 })).refused).toBe(false);
    expect(await second.call('call', { operation: 'usage', parameters: {}, key: 'own one' })).toMatchObject({
      refused: false,
    });
    expect(await second.call('call', { operation: 'usage', parameters: {}, key: id })).toMatchObject({
      refused: true,
      content: {
        error: expect.stringContaining(
          'This is no key that open_key gave you, nor the id or the label of one.',
        ),
      },
    });
    const again = await agentAt(sandbox.adminUrl, '?agent=first&budget=1000', authorization);
    expect(await again.call('open_key', { budget: 7 })).toEqual({
      refused: true,
      content: {
        error: `Your budget is 10 credits for all keys together, and 6 credits are not given to a key yet. Go on with a key that you have: ${id}. Only your operator can raise the budget.`,
      },
    });
    expect((await again.call('open_key', { budget: 6 })).refused).toBe(false);
  });
});
