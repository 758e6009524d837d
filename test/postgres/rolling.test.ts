import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startBalancer } from './balancer.ts';
import { freePort } from './free-port.ts';
import { type ReplicaProcess, startReplicaProcess } from './processes.ts';
import { newSchema } from './schemas.ts';

const key = 'sandbox:plan=1000000000:rolling';
const clients = 16;
const rounds = 2;

test('a rolling restart of three replicas behind a balancer fails no call', async () => {
  const ledger = newSchema();
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const start = (port: number) => startReplicaProcess(ledger, ['--port', String(port)]);
  const replicas: ReplicaProcess[] = [];
  for (const port of ports) replicas.push(await start(port));
  const balancer = await startBalancer(replicas.map(({ url }) => url));
  const { pathname, searchParams } = new URL((replicas[0] as ReplicaProcess).example);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });

  let isOver = false;
  let answered = 0;
  const failed: string[] = [];
  const calling = Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  for (let n = 0; n < rounds * replicas.length; n++) {
    const at = n % replicas.length;
    const before = answered;
    await expect.poll(() => answered).toBeGreaterThan(before + 10 * clients);
    const { child, end, output } = replicas[at] as ReplicaProcess;
    await end('SIGTERM');
    expect([child.exitCode, output()]).toEqual([0, expect.any(String)]);
    replicas[at] = await start(ports[at] as number);
  }
  isOver = true;
  await calling;
  agent.destroy();
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(rounds * replicas.length * 10 * clients);

  async function client(first: number): Promise<void> {
    for (let n = first; !isOver; n++)
      try {
        const { status, body } = await (n % 2 === 0 ? send('GET') : send('POST'));
        if (status === 200) answered += 1;
        else failed.push(`${status} ${body}`);
      } catch (error) {
        failed.push(String(error));
      }
  }

  function send(method: 'GET' | 'POST'): Promise<{ status: number | undefined; body: string }> {
    const body = method === 'POST' ? JSON.stringify(Object.fromEntries(searchParams)) : undefined;
    const path = body === undefined ? `${pathname}?${searchParams}` : pathname;
    const headers = {
      'api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${balancer}${path}`, { method, agent, headers }, (reply) => {
        text(reply).then((whole) => resolve({ status: reply.statusCode, body: whole }), reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
});
