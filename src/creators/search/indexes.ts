import type { Platform } from '../../core/platforms.ts';
import type { Steps } from '../../core/steps.ts';
import type { IndexParts, PartReader } from '../world/index-parts.ts';
import type { World } from '../world/world.ts';
import { basicTable } from './basics.ts';
import { type BrandTable, brandTable } from './brands.ts';
import { clipContentNames } from './clip-contents.ts';
import { type ContentNames, type ContentTable, contentTable } from './contents.ts';
import { type CreatorTable, creatorTable } from './creators.ts';
import { gramContentNames } from './gram-contents.ts';
import { type IndexName, makeParts } from './make-indexes.ts';
import { type PartSource, partSource, partsInMap } from './parts.ts';
import type { Searches } from './table.ts';
import { tubeContentNames } from './tube-contents.ts';

/** The indexes of a world. Each is opened on first use and lives as long as the world. */
export interface Indexes {
  creators(platform: Platform): Openable<CreatorTable>;
  contents(platform: Platform): Openable<ContentTable>;
  /** Creators, by their generation 2 records. */
  basics(platform: Platform): Openable<CreatorTable>;
  brands(): Openable<BrandTable>;
}

/** Searches of an index that may have to be made first: its first search waits for that. */
type Openable<Table> = Table & { open(): Steps<void> };

/** Reads the indexes from the file of the world. Without stored indexes, each is made in memory on first use. */
export function indexesOf(world: World): Indexes {
  const known = indexesIn.get(world);
  if (known) return known;
  const indexes = openIndexes(world.indexPart ? storedSource(world.indexPart) : madeSource(world));
  indexesIn.set(world, indexes);
  return indexes;
}

/** The parts of an index: those in the file, or the steps that get them. */
export type IndexSource = PartSource | (() => Steps<PartSource>);

export const openIndexes = (source: (index: IndexName) => IndexSource): Indexes => ({
  creators: byPlatform((platform) =>
    openLater(source(`${platform} creators`), (parts) => creatorTable(platform, parts)),
  ),
  contents: byPlatform((platform) =>
    openLater(source(`${platform} contents`), (parts) =>
      contentTable(contentNames[platform] as ContentNames<never, never>, parts),
    ),
  ),
  basics: byPlatform((platform) =>
    openLater(source(`${platform} basics`), (parts) => basicTable(platform, parts)),
  ),
  brands: once(() => openLater(source('brands'), brandTable)),
});

const contentNames = { clip: clipContentNames, gram: gramContentNames, tube: tubeContentNames };

const indexesIn = new WeakMap<World, Indexes>();

const storedSource =
  (read: PartReader) =>
  (index: IndexName): IndexSource =>
    partSource((name) => read(index, name));

const madeSource =
  (world: World) =>
  (index: IndexName): IndexSource => {
    const make = partsInMemory(world, index);
    return function* () {
      return partsInMap(yield* make());
    };
  };

/** The first search of an index makes it on the event loop; searches that come meanwhile run its next steps. */
export function partsInMemory(world: World, index: IndexName): () => Steps<IndexParts> {
  const making = once(() => makeParts(world, index));
  let parts: IndexParts | undefined;
  return function* () {
    while (!parts) {
      const step = making().next();
      if (step.done) parts = step.value;
      else yield;
    }
    return parts;
  };
}

function openLater<Found>(
  source: IndexSource,
  tableOf: (parts: PartSource) => Searches<Found>,
): Openable<Searches<Found>> {
  if (typeof source !== 'function') return { ...tableOf(source), *open() {} };
  let table: Searches<Found> | undefined;
  return {
    *open() {
      table ??= tableOf(yield* source());
    },
    *find(search, moment) {
      table ??= tableOf(yield* source());
      return yield* table.find(search, moment);
    },
  };
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
