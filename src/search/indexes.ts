import type { Platform } from '../core/platforms.ts';
import type { World } from '../world/world.ts';
import { basicTables } from './basics.ts';
import { type BrandTable, brandTable } from './brands.ts';
import { clipContents } from './clip-contents.ts';
import type { ContentTable } from './contents.ts';
import { type CreatorTable, creatorTable } from './creators.ts';
import { gramContents } from './gram-contents.ts';
import { tubeContents } from './tube-contents.ts';

/** The indexes of a world. Each is built on first use and lives as long as the world. */
export interface Indexes {
  creators(platform: Platform): CreatorTable;
  contents(platform: Platform): ContentTable;
  /** Creators, by their generation 2 records. */
  basics(platform: Platform): CreatorTable;
  brands(): BrandTable;
}

export function indexesOf(world: World): Indexes {
  const known = built.get(world);
  if (known) return known;
  const indexes: Indexes = {
    creators: byPlatform((platform) => creatorTable(platform, world.accounts(platform))),
    contents: byPlatform((platform) => makeContents[platform](world)),
    basics: byPlatform((platform) => makeBasics[platform](world)),
    brands: once(() => brandTable(world)),
  };
  built.set(world, indexes);
  return indexes;
}

const built = new WeakMap<World, Indexes>();

const makeContents: Record<Platform, (world: World) => ContentTable> = {
  clip: (world) => clipContents(world.accounts('clip')),
  gram: (world) => gramContents(world.accounts('gram'), brandReader(world)),
  tube: (world) => tubeContents(world.accounts('tube'), brandReader(world)),
};

const makeBasics: Record<Platform, (world: World) => CreatorTable> = {
  clip: (world) => basicTables.clip(world.accounts('clip')),
  gram: (world) => basicTables.gram(world.accounts('gram')),
  tube: (world) => basicTables.tube(world.accounts('tube')),
};

/** Many contents name the same brands, so all brands are read once. */
function brandReader(world: World): World['brandByKey'] {
  const brands = new Map([...world.brands()].map((brand) => [brand.key, brand]));
  return (key) => brands.get(key);
}

function byPlatform<Made>(make: (platform: Platform) => Made): (platform: Platform) => Made {
  const made: Record<Platform, () => Made> = {
    clip: once(() => make('clip')),
    gram: once(() => make('gram')),
    tube: once(() => make('tube')),
  };
  return (platform) => made[platform]();
}

function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
