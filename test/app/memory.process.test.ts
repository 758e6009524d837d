import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { startProcess } from '../process.ts';

const main = new URL('../../src/main.ts', import.meta.url).pathname;
/** A heap that a small container leaves: Node ends when it does not suffice. */
const smallHeap = {
  command: [process.execPath, '--max-old-space-size=64', main],
  env: process.env,
};

/** Sends requests, 20 at a time, and reads their replies to the end. @returns the statuses */
async function sendAll(url: string, paths: readonly string[], method = 'GET'): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const one = (path: string, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'api-key': 'demo-unlimited', ...(body && { 'content-type': 'application/json' }) };
      const sent = request(new URL(path, url), { agent, method, headers }, (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
      });
      sent.once('error', reject).end(body);
    });
  const statuses = await Promise.all(
    paths.map((path) => (method === 'GET' ? one(path) : one(path.split(' ')[0] ?? '', path.split(' ')[1]))),
  );
  agent.destroy();
  return [...new Set(statuses)].sort();
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

it('keeps what it remembers of requests within 64 MiB of heap, however long they are', async () => {
  const { url, end } = await startProcess([], smallHeap);
  const long = 'x'.repeat(60_000);
  const inUrls = times(1_500, (n) => `/clip/profile?uniqueId=nobody${n}${long}`);
  expect(await sendAll(url, inUrls)).toEqual([400]);
  const inBodies = times(600, (n) => `/gram/profile {"gramUniqueId":"nobody${n}${long}"}`);
  expect(await sendAll(url, inBodies, 'POST')).toEqual([400]);
  const searches = times(600, (n) => `/clip/search {"keyword":"${n}${long.slice(0, 1_900)}"}`);
  expect((await sendAll(url, searches, 'POST')).every((status) => status < 500)).toBe(true);
  expect(await (await fetch(`${url}/__admin/health`)).json()).toMatchObject({ status: 'ok' });
  expect(await end('SIGTERM')).toBe(0);
});

it('serves a hundred text searches, the first description and all its documents at once within 64 MiB of heap', async () => {
  const { url, end } = await startProcess([], smallHeap);
  const documents = [
    ...['openapi.json', 'openapi.json?generation=2', 'openapi.json?surface=admin'],
    ...['requests.har', 'report', 'metrics', 'decisions'],
  ];
  const ofBio = (n: number) =>
    `/clip/search {"filters":[{"filterName":"bio","op":"contains","value":"w${n}"}]}`;
  const statuses = await Promise.all([
    sendAll(url, times(100, ofBio), 'POST'),
    sendAll(url, ['/nls {"description":"fitness"}'], 'POST'),
    sendAll(
      url,
      documents.map((name) => `/__admin/${name}`),
    ),
  ]);
  expect(statuses.flat().every((status) => status < 500)).toBe(true);
  expect(statuses[2]).toEqual([200]);
  expect(await end('SIGTERM')).toBe(0);
});

it('makes no long document for clients that have left', async () => {
  const { url, end } = await startProcess([], smallHeap);
  const bodies = times(1_000, (n) => `/clip/profile {"uniqueId":"nobody${n}","more":"${'x'.repeat(1_900)}"}`);
  await sendAll(url, bodies, 'POST');
  for (let n = 0; n < 100; n += 1) {
    const sent = request(`${url}/__admin/requests.har`);
    sent.once('error', () => {}).end();
    await once(sent, 'socket');
    // The server has the request once it answers a later one.
    await (await fetch(`${url}/__admin/health`)).text();
    sent.destroy();
  }
  expect((await fetch(`${url}/__admin/requests.har`)).status).toBe(200);
  expect(await end('SIGTERM')).toBe(0);
});
