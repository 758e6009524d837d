import { describe, expect, it } from 'vitest';
import type { Exploration } from '../../src/trials/exploration/explore.ts';
import { badClients, goodClients } from '../trials/exploration/clients.ts';
import { exploreClient } from '../trials/exploration/in-process.ts';

/** A busy machine stretches waits, so that those of a client that is about something else may look equal. */
const withoutWaits = (named: readonly string[], shows: readonly string[] = []): string[] =>
  named.filter((name) => !name.startsWith('hammered') || shows.includes(name));

describe('all outcomes but late ones', () => {
  it.each(Object.entries(goodClients))('show nothing of a client that %s', async (_, client) => {
    const { named, left } = await exploreClient(client);
    expect([withoutWaits(named), left]).toEqual([[], 0]);
  });

  it.each(Object.entries(badClients))('name a client that %s', async (_, { client, depth = 1, shows }) => {
    const { named } = await exploreClient(client, { depth });
    expect(withoutWaits(named, shows)).toEqual(shows);
  });

  it('give equal reports with equal seeds', async () => {
    const { client } = badClients['has one retry for all calls'] ?? { client: async () => {} };
    const options = { depth: 2, seed: 7, outcomes: ['503', 'reply-lost', 'body-cut'] } as const;
    const found = async () => {
      const { named, runs, spared, left } = await exploreClient(client, options);
      return { named: withoutWaits(named), runs, spared, left };
    };
    expect(await found()).toEqual(await found());
  });
});

describe('sparing', () => {
  const shortened = [
    '503',
    '429',
    'reset',
    'reply-lost',
    'body-cut',
    'not-json',
    '503-onward',
    '402-onward',
  ] as const;

  it.each([
    'begins its batch again after any failure',
    'retries once, and then begins again',
    'passes over what failed',
  ])('finds all that a run of each schedule finds, of a client that %s', async (name) => {
    const { client } = badClients[name] ?? { client: async () => {} };
    const explored = (runsAll: boolean): Promise<Exploration & { named: string[] }> =>
      exploreClient(client, { depth: 2, outcomes: shortened, runsAll });
    const [spared, all] = [await explored(false), await explored(true)];
    expect(withoutWaits(spared.named)).toEqual(withoutWaits(all.named));
    expect(spared.runs / all.runs).toBeLessThan(0.4);
  });
});
