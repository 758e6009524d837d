import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { byLastData } from '../service/v3/nls-client.ts';
import { overTheWire } from '../wire.ts';

const { app } = await testApp();
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

async function explained(traceId: string): Promise<object> {
  const reply = await overTheWire(port, {
    method: 'POST',
    url: '/__admin/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'explain', arguments: { traceId } },
    }),
  });
  const [line = ''] = reply.text.split('\n').filter((each) => each.startsWith('data: '));
  const { result } = JSON.parse(line.slice('data: '.length)) as {
    result: { structuredContent: object };
  };
  return result.structuredContent;
}

it('explains how each part of a description was read, and what was left over', async () => {
  const nls = await app.inject({
    method: 'POST',
    url: '/nls',
    headers: { 'api-key': 'demo-unlimited' },
    payload: {
      description: 'gaming and chess creators not from Spain or Italy with over 10k followers, biggest first',
    },
  });
  const { traceId } = byLastData(nls.body);
  expect(await explained(traceId as string)).toMatchObject({
    outcome: expect.stringMatching(/^Answered with 200 and charged /),
    notes: [
      'Read "over 10k followers" as totalFollowers > 10000.',
      'Read "gaming" as niches = id_gaming_All.',
      'Read "not from spain", "italy" as not (country in ESP,ITA).',
      'Read "biggest first" as the order totalFollowers desc.',
      'Not understood: chess.',
    ],
  });
});

it('explains a path that does not exist, a refusal without a code', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  await app.inject({ url: '/clip/nowhere', headers });
  expect(await explained(traceId)).toMatchObject({
    outcome: 'Refused with 404, earned by the request, its key or its account; 0 credits were charged.',
  });
});
