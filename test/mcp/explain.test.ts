import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { byLastData } from '../service/v3/nls-client.ts';
import { overTheWire } from '../wire.ts';

const { app } = await testApp();

it('explains how each part of a description was read, and what was left over', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const nls = await app.inject({
    method: 'POST',
    url: '/nls',
    headers: { 'api-key': 'demo-unlimited' },
    payload: {
      description: 'gaming and chess creators not from Spain or Italy with over 10k followers, biggest first',
    },
  });
  const { traceId } = byLastData(nls.body);
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
  expect(result.structuredContent).toMatchObject({
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
