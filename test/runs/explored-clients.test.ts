import { describe, expect, it } from 'vitest';
import { badClients, goodClients } from '../trials/exploration/clients.ts';
import { exploreClient } from '../trials/exploration/in-process.ts';

/** A busy machine stretches waits, so that those of a client that is about something else may look equal. */
const withoutWaits = (named: readonly string[], shows: readonly string[] = []): string[] =>
  named.filter((name) => !name.startsWith('hammered') || shows.includes(name));

/** For pairs: one of those that look alike. */
const some = ['503', 'reply-lost', 'body-cut', 'renewal', '503-onward'] as const;

describe('all outcomes but late ones', () => {
  it.each(Object.entries(goodClients))('show nothing of a client that %s', async (_, client) => {
    const { named, left } = await exploreClient(client);
    expect([withoutWaits(named), left]).toEqual([[], 0]);
  });

  it.each(Object.entries(badClients))('name a client that %s', async (_, { client, depth = 1, shows }) => {
    const { named } = await exploreClient(client, depth === 1 ? {} : { depth, outcomes: some });
    expect(withoutWaits(named, shows)).toEqual(shows);
  });

  it('give equal reports of equal runs', async () => {
    const { client } = badClients['has one retry for all calls'] ?? { client: async () => {} };
    const options = { depth: 2, outcomes: ['503', 'reply-lost', 'body-cut'] } as const;
    const found = async () => {
      const { named, runs, spared, left } = await exploreClient(client, options);
      return { named: withoutWaits(named), runs, spared, left };
    };
    expect(await found()).toEqual(await found());
  });
});
