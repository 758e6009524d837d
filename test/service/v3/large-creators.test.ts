import { expect, it } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { createSandbox } from '../../../src/library/index.ts';

/** The loop that clients write: the next offset, until there is no next page. */
it.each([
  ['clip', 'totalFollowers'],
  ['gram', 'totalFollowers'],
  ['tube', 'totalSubscribers'],
])('a loop over the pages of the largest creators of %s turns several times', async (platform, followers) => {
  const sandbox = await createSandbox({ ...defaultWorld, logLevel: 'silent' });
  try {
    const found: Record<string, unknown>[] = [];
    let pages = 0;
    for (let offset = 0, isMore = true; isMore; pages++) {
      const reply = await fetch(`${sandbox.url}/${platform}/search`, {
        method: 'POST',
        headers: { 'api-key': 'sandbox:plan=10000:large', 'content-type': 'application/json' },
        body: JSON.stringify({
          filters: [{ filterName: followers, op: '>', value: 1_000_000 }],
          pageSize: 20,
          offset,
          sortBy: followers,
          desc: true,
        }),
      });
      const { data } = (await reply.json()) as { data: Record<string, unknown> };
      const [list = []] = Object.values(data).filter((part) => Array.isArray(part));
      found.push(...list);
      offset = data['nextOffset'] as number;
      isMore = data['hasNextPage'] as boolean;
    }
    const sizes = found.map((creator) => creator[followers] as number);
    expect(pages).toBeGreaterThanOrEqual(3);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes.filter((size) => size > 1_000_000).length).toBeGreaterThanOrEqual(60);
    expect(sizes.filter((size) => size > 10_000_000).length).toBeGreaterThanOrEqual(5);
    expect(new Set(found.map(({ uniqueId }) => uniqueId)).size).toBe(found.length);
  } finally {
    await sandbox.close();
  }
});
