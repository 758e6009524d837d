import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { type ReplicaProcess, startReplicaProcess } from './replica-process.ts';

const key = 'sandbox:plan=1000000000:rolling';
const clients = 16;

/** Three replicas behind a balancer. They end with the test. */
export interface Cluster {
  /** Restarts one replica after the other under load. @returns the calls that did not answer 200 */
  roll(rounds: number): Promise<string[]>;
  /** Calls until some work is over. @returns what it answered, and how often */
  during(work: () => Promise<unknown>): Promise<Map<string, number>>;
}

/** @param startBalancer gives the URL of a balancer before the replicas with these URLs */
export async function startCluster(
  ledger: string,
  startBalancer: (urls: readonly string[]) => Promise<string>,
): Promise<Cluster> {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const start = (port: number) => startReplicaProcess(ledger, ['--port', String(port)]);
  const replicas: ReplicaProcess[] = [];
  for (const port of ports) replicas.push(await start(port));
  const balancer = await startBalancer(replicas.map(({ url }) => url));
  const { pathname, searchParams } = new URL((replicas[0] as ReplicaProcess).example);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  onTestFinished(() => agent.destroy());
  let answered = 0;

  return {
    async roll(rounds) {
      const answers = await during(async () => {
        for (let n = 0; n < rounds * ports.length; n++) {
          const at = n % ports.length;
          const before = answered;
          await expect.poll(() => answered).toBeGreaterThan(before + 10 * clients);
          const { child, end, output } = replicas[at] as ReplicaProcess;
          await end('SIGTERM');
          expect([child.exitCode, output()]).toEqual([0, expect.any(String)]);
          replicas[at] = await start(ports[at] as number);
        }
      });
      return [...answers.keys()].filter((answer) => answer !== '200');
    },
    during,
  };

  async function during(work: () => Promise<unknown>): Promise<Map<string, number>> {
    const answers = new Map<string, number>();
    let isOver = false;
    const calling = Promise.all(
      Array.from({ length: clients }, async (_, first) => {
        for (let n = first; !isOver; n++) {
          const answer = await send(n % 2 === 0 ? 'GET' : 'POST').catch(String);
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
        }
      }),
    );
    await work().finally(() => {
      isOver = true;
    });
    await calling;
    return answers;
  }

  /** @returns the status, and the body unless it is a success */
  function send(method: 'GET' | 'POST'): Promise<string> {
    const body = method === 'POST' ? JSON.stringify(Object.fromEntries(searchParams)) : undefined;
    const path = body === undefined ? `${pathname}?${searchParams}` : pathname;
    const headers = {
      'api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${balancer}${path}`, { method, agent, headers }, (reply) => {
        const { statusCode } = reply;
        if (statusCode === 200) answered += 1;
        text(reply).then(
          (whole) => resolve(statusCode === 200 ? '200' : `${statusCode} ${shapeOf(whole)}`),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** A body without its trace id and its instant. */
const shapeOf = (body: string): string =>
  body.replace(/"traceId":"[^"]*"/, '"traceId":"…"').replace(/"timestamp":\d+/, '"timestamp":0');
