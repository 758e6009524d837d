import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readFixtures } from '../../../seed/fixtures/fixtures.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { openWorld } from '../../../src/creators/world/world.ts';
import { expectCoherent } from '../world/coherence.ts';
import { worldFile } from '../world/worlds.ts';

const fixtures = readFixtures(fileURLToPath(new URL('../../../fixtures', import.meta.url)));
const brandOf = (key: string) => fixtures.brands.find(({ brand }) => brand.key === key)?.brand;
const accounts = fixtures.people.flatMap((person) => person.accounts);

describe('all records of one account agree with each other and with their formulas', () => {
  test.each(accounts.map((account) => [account.platform, account.handle, account] as const))(
    'fixture %s %s',
    (_platform, _handle, account) => {
      expectCoherent(account, brandOf, 365);
    },
  );

  test.each([1, 2, 3])('every account of the small world with seed %d', async (seed) => {
    const world = openWorld(await worldFile({ seed, size: 60 }));
    try {
      let seen = 0;
      for (const platform of platformsByName)
        for (const account of world.accounts(platform as 'clip')) {
          expectCoherent(account, (key) => world.brandByKey(key), 92);
          seen++;
        }
      expect(seen).toBeGreaterThan(60);
    } finally {
      world.close();
    }
  });
});
