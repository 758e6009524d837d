import { describe, expect, it } from 'vitest';
import type { OutcomeName } from '../../../src/trials/exploration/outcomes.ts';
import { badClients, goodClients } from './clients.ts';
import { type Client, exploreClient, runClient } from './in-process.ts';

// test/runs/explored-clients.test.ts has all clients and outcomes.
const outcomes: readonly OutcomeName[] = ['503', 'reply-lost', 'not-json', 'renewal', '402-onward'];

const badClient = (name: keyof typeof badClients) => {
  const found = badClients[name];
  if (!found) throw new Error(`there is no client that ${name}`);
  return found;
};

describe('explore', () => {
  it('finds nothing in a client that asks again for what failed', async () => {
    const { named, left, spared, runs } = await exploreClient(
      goodClients['asks in turn'] ?? (async () => {}),
      {
        outcomes,
      },
    );
    expect([named, left]).toEqual([[], 0]);
    expect([runs, spared]).toEqual([9, [{ reason: 'nobody-calls-after', count: 1, withdrawn: false }]]);
  });

  it('shrinks what a client without retries shows to the mildest outcome and the earliest call', async () => {
    const { client, shows } = badClient('never asks again');
    expect((await exploreClient(client, { outcomes })).named).toEqual(shows);
  });

  it('finds what takes two faults, at a call that only comes after the first one', async () => {
    const { client, shows } = badClient('retries once, and then begins again');
    const { named, runs, spared } = await exploreClient(client, { outcomes: ['503'], depth: 2 });
    expect([named, runs, spared]).toEqual([shows, 6, []]);
    expect((await exploreClient(client, { outcomes: ['503'] })).named).toEqual([]);
  });

  it('runs what it had spared once a check shows more than was expected', async () => {
    const { client } = badClient('has one retry for all calls');
    const { spared, named, runs } = await exploreClient(client, { outcomes: ['503', '429'], depth: 2 });
    expect(spared).toContainEqual({ reason: 'made-good', count: 0, withdrawn: true });
    expect(runs).toBe(13);
    expect(named).toEqual([
      'crashed: 503@clip/profile uniqueId=sample.creator#1 + 503@clip/profile uniqueId=sample.creator#2',
    ]);
  });

  it('tells a client that leaves a late reply and asks again from one that goes on without it', async () => {
    const leaving =
      (again: boolean): Client =>
      async (url) => {
        const signal = () => AbortSignal.timeout(2_000);
        const headers = { 'api-key': 'sandbox:plan=1000:late' };
        const ask = () =>
          fetch(`${url}/clip/profile?uniqueId=sample.creator`, { headers, signal: signal() }).then((reply) =>
            reply.json(),
          );
        await ask().catch(again ? ask : () => {});
      };
    const namedFor = async (again: boolean) =>
      (await exploreClient(leaving(again), { outcomes: ['late'] })).named;
    const late = 'late@clip/profile uniqueId=sample.creator#1';
    expect(await namedFor(true)).toEqual([]);
    expect(await namedFor(false)).toEqual([`paid-for-nothing: ${late}`, `swallowed: ${late}`]);
  });

  it('names a call by its parameters, without the key among them', async () => {
    const ask: Client = async (url) => {
      const headers = { 'api-key': 'demo-full' };
      await fetch(`${url}/clip/profile?uniqueId=sample.creator&api-key=demo-full`, { headers });
    };
    const { clean } = await exploreClient(ask, { outcomes: [] });
    expect(clean.calls).toMatchObject([
      { subject: 'uniqueId=sample.creator', request: { parameters: { uniqueId: 'sample.creator' } } },
    ]);
    expect(JSON.stringify(clean.calls)).not.toContain('api-key');
  });
});

describe('a run under a schedule', () => {
  const operation = 'clip/profile';
  const subject = 'uniqueId=sample.creator';
  const url = (to: string) => `${to}/clip/profile?${subject}`;
  const asks =
    (count: number): Client =>
    async (to) => {
      const headers = { 'api-key': 'sandbox:plan=1000,fractional:asks' };
      for (let n = 0; n < count; n++)
        await fetch(`${url(to)}&fields=country`, { headers }).then((reply) => reply.text());
    };
  const under = async (outcome: OutcomeName) =>
    (
      await runClient(asks(1), [
        { call: { operation, subject: `fields=country&${subject}`, occurrence: 1 }, outcome },
      ])
    ).calls[0];

  it.each<[OutcomeName, object]>([
    ['503', { status: 503, code: 'SERVICE_UNAVAILABLE', credits: 0, isDelivered: false }],
    ['reset', { status: 0, code: null, credits: 0, isDelivered: false }],
    ['reply-lost', { status: 0, code: null, credits: 0.1, isDelivered: false }],
    ['not-json', { status: 200, code: null, credits: 0.1, isDelivered: false }],
    ['renewal', { status: 200, code: null, credits: 0.1, isDelivered: true }],
  ])('notes what the client got and what was charged: %s', async (outcome, expected) => {
    expect(await under(outcome)).toMatchObject({ outcome, ...expected });
  });

  it('leaves a call to a rule of the command that acts on it', async () => {
    const client: Client = async (to) => {
      const rule = { match: { operation }, respond: { status: 409 } };
      const headers = { 'content-type': 'application/json' };
      await fetch(`${to}/__admin/faults`, { method: 'POST', headers, body: JSON.stringify(rule) });
      await asks(1)(to);
    };
    const call = { operation, subject: `fields=country&${subject}`, occurrence: 1 };
    const { calls } = await runClient(client, [{ call, outcome: '503' }]);
    expect(calls.map(({ status, code }) => [status, code])).toEqual([[409, 'CONFLICT']]);
  });

  it('is unbounded with one call more than it may have', async () => {
    const of = async (count: number) => {
      const { calls, isUnbounded } = await runClient(asks(count));
      return [calls.length, isUnbounded];
    };
    expect(await of(60)).toEqual([60, false]);
    expect(await of(61)).toEqual([61, true]);
  });
});
