import { Buffer } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { createLruCache } from '../src/core/lru-cache.ts';
import type { Platform } from '../src/core/platforms.ts';
import { workFor } from '../src/core/steps.ts';
import type { MadePart, ThreadJob, WorldSource } from '../src/creators/search/index-thread.ts';
import { makeParts } from '../src/creators/search/make-indexes.ts';
import type { Account } from '../src/creators/world/account.ts';
import { encodePart, type IndexParts } from '../src/creators/world/index-parts.ts';
import { sponsoredBy, worldOnDays } from '../src/creators/world/view.ts';
import { openWorld, type World } from '../src/creators/world/world.ts';
import { generatorOf } from './later.ts';

/** The thread of `index-thread.ts`. It stands here because the contents of other days are written by the generator. */

let world: World;
let viewOn: (day: number) => World;
let view: World | undefined;

// one job follows another
parentPort?.on('message', async ({ source, day, index }: ThreadJob) => {
  if (source !== undefined) {
    world = openSource(source);
    viewOn = worldOnDays(world, await generatorOf(world));
  }
  if (view?.day !== day) view = withAccountsInMemory(world, viewOn(day));
  const parts = workFor(Number.POSITIVE_INFINITY, makeParts(view, index)).value as IndexParts;
  const made = [...parts].map(([name, part]): MadePart => {
    const [type, bytes] = encodePart(part);
    // sent without a copy, its memory is gone here, so no part shares that of another
    return [name, type, bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()];
  });
  parentPort?.postMessage(
    made,
    made.map(([, , { buffer }]) => buffer),
  );
});

const openSource = (source: WorldSource): World =>
  openWorld(typeof source === 'string' ? source : Buffer.from(source));

/** Accounts with more contents together are made again for every index: these take some 60 MB. */
const maxContents = 50_000;

/** The same world. Several indexes of a platform are often wanted of a day, so its accounts stay, those of one platform. */
function withAccountsInMemory(base: World, of: World): World {
  let known: { platform: Platform; accounts: readonly Account[] } | undefined;
  function* accounts(platform: Platform): Generator<Account> {
    if (known?.platform === platform) {
      yield* known.accounts;
      return;
    }
    known = undefined;
    const made: Account[] = [];
    let contents = 0;
    for (const account of of.accounts(platform)) {
      contents += account.contents.length;
      if (contents <= maxContents) made.push(account);
      yield account;
    }
    if (contents <= maxContents) known = { platform, accounts: made };
  }
  return { ...of, accounts: accounts as World['accounts'], ...sponsoredInMemory(base, of) };
}

/** Several brands sponsor an account, so the sponsored ones stay too. */
function sponsoredInMemory(base: World, of: World): Pick<World, 'gram' | 'tube' | 'sponsored'> {
  const made = createLruCache<string, Account>(maxContents);
  const once = <T extends Account>(platform: Platform, id: string, make: (id: string) => T | undefined) => {
    const key = `${platform} ${id}`;
    const known = made.get(key);
    if (known) return known as T;
    const account = make(id);
    if (account) made.set(key, account, account.contents.length);
    return account;
  };
  const gram: World['gram'] = (id) => once('gram', id, of.gram);
  const tube: World['tube'] = (id) => once('tube', id, of.tube);
  return {
    gram,
    tube,
    sponsored: (brandKey) =>
      sponsoredBy(brandKey, base.sponsored(brandKey), (platform, id) =>
        platform === 'tube' ? tube(id) : gram(id),
      ),
  };
}
