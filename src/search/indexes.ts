import type { Platform } from '../core/platforms.ts';
import type { PartReader } from '../world/index-parts.ts';
import type { World } from '../world/world.ts';
import { basicTable } from './basics.ts';
import { type BrandTable, brandTable } from './brands.ts';
import { clipContentNames } from './clip-contents.ts';
import { type ContentNames, type ContentTable, contentTable } from './contents.ts';
import { type CreatorTable, creatorTable } from './creators.ts';
import { gramContentNames } from './gram-contents.ts';
import { type IndexName, partsMade } from './make-indexes.ts';
import { type PartsOf, partsIn, partsOf } from './parts.ts';
import type { Searches } from './searches.ts';
import { atOnce, inSlices, type Steps } from './steps.ts';
import { tubeContentNames } from './tube-contents.ts';

/** The indexes of a world. Each is opened on first use and lives as long as the world. */
export interface Indexes {
  creators(platform: Platform): CreatorTable;
  contents(platform: Platform): ContentTable;
  /** Creators, by their generation 2 records. */
  basics(platform: Platform): CreatorTable;
  brands(): BrandTable;
}

/** Reads the indexes in the file of the world. A world without them gets its own in memory, on first use. */
export function indexesOf(world: World): Indexes {
  const known = opened.get(world);
  if (known) return known;
  const source = world.indexPart ? stored(world.indexPart) : made(world);
  const indexes: Indexes = {
    creators: byPlatform((platform) =>
      opening(source(`${platform} creators`), (parts) => creatorTable(platform, parts)),
    ),
    contents: byPlatform((platform) =>
      opening(source(`${platform} contents`), (parts) =>
        contentTable(contentNames[platform] as ContentNames<never, never>, parts),
      ),
    ),
    basics: byPlatform((platform) =>
      opening(source(`${platform} basics`), (parts) => basicTable(platform, parts)),
    ),
    brands: once(() => brandTable(source('brands').parts)),
  };
  opened.set(world, indexes);
  return indexes;
}

const contentNames = { clip: clipContentNames, gram: gramContentNames, tube: tubeContentNames };

const opened = new WeakMap<World, Indexes>();

/** The parts of an index; one that is made in memory first has to be made. */
interface Source {
  parts: PartsOf;
  make?: () => Promise<unknown>;
}

const stored =
  (read: PartReader) =>
  (index: IndexName): Source => ({ parts: partsOf((name) => read(index, name)) });

/** Makes an index when it is first searched: at once, or in slices if the search is in slices. */
const made =
  (world: World) =>
  (index: IndexName): Source => {
    let parts: PartsOf | undefined;
    const making = function* (): Steps<PartsOf> {
      parts ??= partsIn(yield* partsMade(world, index));
      return parts;
    };
    const read = (): PartsOf => parts ?? atOnce(making());
    return {
      parts: partsOf((name) => read().part(name)),
      make: once(() => inSlices(making())),
    };
  };

function opening<Found>({ parts, make }: Source, open: (parts: PartsOf) => Searches<Found>): Searches<Found> {
  const { find, findInSlices } = open(parts);
  if (!make) return { find, findInSlices };
  return {
    find,
    async findInSlices(...asked) {
      await make();
      return findInSlices(...asked);
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
