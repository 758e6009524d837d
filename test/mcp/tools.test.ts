import { describe, expect, it } from 'vitest';
import { remedyOf } from '../../src/mcp/remedies.ts';
import { call } from '../../src/mcp/tools/calls.ts';
import { explain } from '../../src/mcp/tools/findings.ts';
import type { Tool, ToolContext } from '../../src/mcp/tools/tool.ts';

/** What a tool gives to a sandbox that answers so. */
const given = (tool: Tool, input: object, admin: object) =>
  tool.run(input, {
    admin,
    agent: { keyId: async (id?: string) => id ?? 'latest' },
  } as unknown as ToolContext);
const key = { limit: 5, spent: 2, available: null };

describe('call', () => {
  const asked: unknown[] = [];
  const calling = (status: number, type: string, body: string, input: object = {}) =>
    given(
      call,
      { operation: 'usage', parameters: {}, ...input },
      {
        routes: async () => ['GET', 'POST'].map((method) => ({ operation: 'usage', method, path: '/usage' })),
        send: async (sent: unknown) => {
          asked.push(sent);
          return { status, headers: { 'content-type': type }, body };
        },
        findKey: async () => key,
      },
    );

  it('sends parameters in the query or in the body, and refuses a method that is none', async () => {
    const parameters = { a: 'x y', b: [1] };
    await calling(200, 'text/plain', '', { parameters });
    await calling(200, 'text/plain', '', { parameters, method: 'POST', key: 'own' });
    expect(asked.splice(0)).toEqual([
      { method: 'GET', path: '/usage?a=x+y&b=%5B1%5D', key: 'latest' },
      { method: 'POST', path: '/usage', body: parameters, key: 'own' },
    ]);
    await expect(calling(200, '', '', { method: 'PUT' })).rejects.toThrow(
      'usage is not served with PUT; leave out the method.',
    );
  });

  it.each([
    ['application/json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['application/json', '{"a":', '{"a":'],
    ['text/plain', '{"a":1}', '{"a":1}'],
    ['text/plain', 'x'.repeat(100_000), 'x'.repeat(100_000)],
    ['text/plain', 'x'.repeat(100_001), `${'x'.repeat(100_000)}\n(cut: 100001 characters in all)`],
    [
      'text/event-stream',
      'data: 1\n\nevent: result\ndata: {}\n\n',
      [
        { event: 'message', data: 1 },
        { event: 'result', data: {} },
      ],
    ],
  ])('reads a reply of %s', async (type, body, reply) => {
    expect(await calling(200, type, body)).toEqual({ status: 200, reply, left: 3 });
  });

  it.each([
    [404, { errorCode: 'NOT_FOUND', message: 'No.' }, 'NOT_FOUND', /^404 NOT_FOUND: No\. No such creator/],
    [200, { success: false, error: 'QuotaRate' }, 'QuotaRate', /^200 QuotaRate\. Wait for the rate window/],
    [400, { errorCode: '', errorDescription: 'Why.' }, '400', /^400 400: Why\.$/],
  ])('says why a call was refused with %i %j', async (status, body, code, sentence) => {
    const remedy = remedyOf(code);
    await expect(calling(status, 'application/json', JSON.stringify(body))).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
      more: { status, code, ...(remedy !== undefined && { remedy }), reply: body, left: 3 },
    });
  });
});

const trace = '0af7651916cd43dd8448eb211c80319c';
it.each([
  [{ status: 200, credits: 1, errorCode: null }, { outcome: 'Answered with 200 and charged 1 credit.' }],
  [
    { status: 404, credits: 0, errorCode: 'NOT_FOUND', notes: ['A note.'] },
    {
      outcome:
        'Refused with 404 NOT_FOUND, earned by the request, its key or its account; 0 credits were charged. A note.',
      remedy: remedyOf('NOT_FOUND'),
    },
  ],
  [
    { status: 404, credits: 0, errorCode: null },
    { outcome: 'Refused with 404, earned by the request, its key or its account; 0 credits were charged.' },
  ],
  [
    { status: 503, credits: 1, errorCode: 'SERVICE_UNAVAILABLE', injected: 'rule fault-1' },
    {
      outcome: 'Refused with 503 SERVICE_UNAVAILABLE, forced by rule fault-1; 1 credit was charged.',
      remedy: `A test forced it. Where the service answers so: ${remedyOf('SERVICE_UNAVAILABLE')}`,
    },
  ],
])('explain tells of a request with %j', async (of, explained) => {
  const request = { traceId: trace, injected: null, key: 'k', notes: [], decisions: ['b'], ...of };
  const [a, b] = ['a', 'b'].map((id) => ({ id, what: `what ${id}`, tag: 'assumed', at: 'x' }));
  const admin = {
    requests: async () => [{ ...request, credits: 9 }, request, { ...request, traceId: 'u' }],
    decisions: async () => [a, b],
    findKey: async () => key,
  };
  expect(await given(explain, { traceId: trace }, admin)).toEqual({
    ...{ notes: request.notes, request, key, ...explained },
    reliesOn: [{ id: 'b', what: 'what b', tag: 'assumed' }],
  });
});
