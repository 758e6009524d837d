import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { adminOf, problem } from '../admin/admin.ts';
import { timesOf } from '../effort.ts';
import { testApp } from '../harness.ts';
import { watchSlices } from '../loop-slices.ts';
import { overTheWire, type WireReply } from '../wire.ts';

const sandbox = await testApp();
const { app } = sandbox;
let port: number;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});

/** Until the server ends the connection. */
const sent = (body: unknown): Promise<WireReply> =>
  overTheWire(port, {
    method: 'POST',
    url: '/__admin/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const calling = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});
const receipt = calling('receipt', {});
const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };

const properties = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, 1]));

/** Messages of any size. */
const large: Record<string, (count: number) => string> = {
  'properties that a tool does not have': (count) => JSON.stringify(calling('receipt', properties(count))),
  parameters: (count) => JSON.stringify(calling('call', { operation: 'nls', parameters: properties(count) })),
  'properties of a message': (count) => JSON.stringify({ ...receipt, ...properties(count) }),
  metadata: (count) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: properties(count) } }),
  lists: (count) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: { a: Array.from({ length: count }, () => []) },
    }),
};

/** The messages of a reply. */
const messagesIn = ({ text }: WireReply): unknown[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)));

/** The words of JSON Schema that an object of flat properties uses. */
const wordsOf = (schema: object): string[] => [
  ...Object.keys(schema),
  ...Object.values((schema as { properties?: Record<string, object> }).properties ?? {}).flatMap(wordsOf),
];

describe('an agent over HTTP', () => {
  it('gets the end of its connection with its reply when it asks for it', async () => {
    const reply = await sent(receipt);
    expect(reply).toMatchObject({ status: 200, complete: true, headers: { connection: 'close' } });
    expect(messagesIn(reply)).toMatchObject([{ id: 1, result: { structuredContent: { spent: 0 } } }]);
  });

  it('gets tools whose inputs have plain schemas, which models of every vendor take', async () => {
    const [message] = messagesIn(await sent({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    const { tools } = (message as { result: { tools: { inputSchema: object }[] } }).result;
    const words = new Set(tools.flatMap(({ inputSchema }) => wordsOf(inputSchema)));
    expect([...words].sort()).toEqual([
      ...['additionalProperties', 'description', 'enum', 'maxLength', 'maximum'],
      ...['minLength', 'minimum', 'properties', 'required', 'type'],
    ]);
  });

  it('gets an answer to a request that the same list cancels', async () => {
    const reply = await sent([receipt, cancelled]);
    expect(reply).toMatchObject({ status: 200, complete: true });
    expect(messagesIn(reply)).toMatchObject([{ id: 1, result: { structuredContent: { spent: 0 } } }]);
    expect(await sent([cancelled])).toMatchObject({ status: 202, text: '' });
  });

  it('sends at most a hundred messages at once', async () => {
    const pings = (count: number) =>
      Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const all = await sent(pings(100));
    expect(all).toMatchObject({ status: 200, complete: true });
    expect(messagesIn(all)).toHaveLength(100);
    const refused = await sent(pings(101));
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({ detail: "'body' must have at most 100 items." });
  });

  it('has no budget that is more than credits can be', async () => {
    expect(await adminOf(sandbox)('POST', '/mcp?budget=1000000000000.001', { jsonrpc: '2.0' })).toMatchObject(
      {
        status: 422,
        body: problem(422, "'budget' must be 0 to 10^12 credits with at most 3 decimals."),
      },
    );
  });

  it('opens at most a hundred keys, also when they cost it nothing', async () => {
    const opened = [];
    for (const keys of [60, 60]) {
      const messages = Array.from({ length: keys }, (_, id) => ({
        ...calling('open_key', { budget: 0 }),
        id,
      }));
      opened.push(...messagesIn(await sent(messages)));
    }
    const refused = opened.filter((message) => JSON.stringify(message).includes('"isError":true'));
    expect(opened).toHaveLength(120);
    expect(refused).toHaveLength(20);
    expect(JSON.stringify(refused[0])).toContain('You have 100 keys already.');
  });

  it('is one of a thousand at most, of whom none is sent away for another', async () => {
    const crowded = await testApp();
    await crowded.app.listen({ host: '127.0.0.1', port: 0 });
    const ping = async (agent: string) => {
      const reply = await crowded.app.inject({
        method: 'POST',
        url: `/__admin/mcp?agent=${agent}`,
        headers: { accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
      });
      return reply.statusCode;
    };
    const statuses = [];
    for (let n = 0; n < 1_001; n++) statuses.push(await ping(`agent-${n}`));
    expect(statuses).toEqual([...Array(1_000).fill(200), 409]);
    expect([await ping('agent-0'), await ping('agent-999')]).toEqual([200, 200]);
  });

  it('gives every message of a list an id of its own, or none is answered', async () => {
    const twice = [calling('open_key', { budget: 5 }), calling('open_key', { budget: 5 })];
    const keys = async () => (await adminOf(sandbox)('GET', '/keys')).body['keys'];
    const before = await keys();
    const refused = await sent(twice);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({ detail: 'Two messages of the list have the same id.' });
    expect(await keys()).toEqual(before);
  });

  it('reads the newest of a long journal without all others, the newest last', async () => {
    for (let n = 0; n < 4_000; n++)
      await app.inject({ url: `/nothing/${n}`, headers: { 'api-key': `reader-${n % 10}` } });
    const [message] = messagesIn(await sent(calling('journal', { newest: 3 })));
    const { matching, requests } = (message as { result: { structuredContent: Record<string, unknown> } })
      .result.structuredContent as { matching: number; requests: { path: string; id: number }[] };
    expect(requests.map(({ path }) => path)).toEqual(['/nothing/3997', '/nothing/3998', '/nothing/3999']);
    expect(matching).toBe((await adminOf(sandbox)('GET', '/requests/count')).body['count']);
    const sorted = await sent(calling('journal', { newest: 2, filter: 'path~nothing sort=id limit=3' }));
    expect(JSON.stringify(messagesIn(sorted))).toContain('/nothing/2');
    let requestsInProcess = 0;
    const count = () => {
      requestsInProcess += 1;
    };
    app.server.on('request', count);
    onTestFinished(() => void app.server.off('request', count));
    await sent(calling('journal', { newest: 3 }));
    // This one, the count, and one page: the whole journal has more pages.
    expect(requestsInProcess).toBe(3);
  });

  it('learns a few problems of an input, however many it has', async () => {
    const reply = await sent(calling('receipt', properties(4_000)));
    expect(messagesIn(reply)).toMatchObject([{ id: 1, result: { isError: true } }]);
    expect(reply.text.length).toBeLessThan(20_000);
    const missing = await sent(calling('call', { operation: 5 }));
    expect(missing.text).toContain("'operation': expected string, received number.");
    expect(missing.text).toContain("Missing required field: 'parameters'.");
    const unknown = await sent(calling('receipt', { budgets: 5 }));
    expect(unknown.text).toContain('The input has no \\"budgets\\".');
  });

  it.each(Object.entries(large))('holds nobody up with %s, and sends at most 64 KB', async (_, largeOf) => {
    const slices = watchSlices();
    onTestFinished(() => slices.stop());
    const body = largeOf(1);
    const count = Math.floor((64 * 1024 - body.length) / ((largeOf(1001).length - body.length) / 1000)) - 100;
    const most = largeOf(count);
    expect(most.length).toBeGreaterThan(60 * 1024);
    expect((await sent(most)).status).toBeLessThan(500);
    expect((await sent(largeOf(1.2 * count))).status).toBe(413);
    const piece = await timesOf(async () => {
      await slices.longest();
      await sent(most);
      return slices.longest();
    }, 1.5);
    expect(piece).toBeLessThanOrEqual(1.5);
  });
});
