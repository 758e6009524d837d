import { type Platform, platformsByName } from '../core/platforms.ts';
import type { Account, Brand } from '../world/account.ts';
import type { Part, PartReader } from '../world/index-parts.ts';
import type { World } from '../world/world.ts';
import { basicIndexes, basicTable } from './basics.ts';
import { type BrandTable, brandIndex, brandTable } from './brands.ts';
import { clipContentIndex, clipContentNames } from './clip-contents.ts';
import { type ContentNames, type ContentTable, contentTable } from './contents.ts';
import { type CreatorTable, creatorIndex, creatorTable } from './creators.ts';
import { gramContentIndex, gramContentNames } from './gram-contents.ts';
import { type IndexBuilder, type PartsOf, partsIn, partsOf } from './parts.ts';
import { tubeContentIndex, tubeContentNames } from './tube-contents.ts';

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
  const parts = world.indexPart ? stored(world.indexPart) : made(world);
  const indexes: Indexes = {
    creators: byPlatform((platform) => creatorTable(platform, parts(`${platform} creators`))),
    contents: byPlatform((platform) =>
      contentTable(contentNames[platform] as ContentNames<never, never>, parts(`${platform} contents`)),
    ),
    basics: byPlatform((platform) => basicTable(platform, parts(`${platform} basics`))),
    brands: once(() => brandTable(parts('brands'))),
  };
  opened.set(world, indexes);
  return indexes;
}

/**
 * Makes the parts of all indexes, to store them with the world.
 * @returns each part with the name of its index; undefined now and then, as an occasion to pause
 */
export function* indexParts(world: World): Generator<[IndexName, string, Part] | undefined, void, undefined> {
  for (const platform of platformsByName) {
    const builders = kinds.map((kind) => [`${platform} ${kind}`, builderOf[kind](platform, world)] as const);
    for (const account of world.accounts(platform)) {
      for (const [, builder] of builders) builder.add(account);
      yield;
    }
    for (const [index, builder] of builders)
      for (const [name, part] of builder.parts()) yield [index, name, part];
  }
  const brands = brandIndex(world);
  for (const brand of world.brands()) {
    brands.add(brand);
    yield;
  }
  for (const [name, part] of brands.parts()) yield ['brands', name, part];
}

const kinds = ['creators', 'contents', 'basics'] as const;
type Kind = (typeof kinds)[number];
type IndexName = `${Platform} ${Kind}` | 'brands';

const builderOf: Record<Kind, (platform: Platform, world: World) => IndexBuilder<Account>> = {
  creators: creatorIndex,
  contents: (platform, world) => contentIndexes[platform](world) as IndexBuilder<Account>,
  basics: (platform) => basicIndexes[platform](),
};

const contentIndexes: Record<Platform, (world: World) => IndexBuilder<never>> = {
  clip: clipContentIndex,
  gram: (world) => gramContentIndex(brandReader(world)),
  tube: (world) => tubeContentIndex(brandReader(world)),
};

const contentNames = { clip: clipContentNames, gram: gramContentNames, tube: tubeContentNames };

const opened = new WeakMap<World, Indexes>();

const stored =
  (read: PartReader) =>
  (index: IndexName): PartsOf =>
    partsOf((name) => read(index, name));

const made =
  (world: World) =>
  (index: IndexName): PartsOf => {
    if (index === 'brands') return builtFrom(brandIndex(world), world.brands());
    const [platform, kind] = index.split(' ') as [Platform, Kind];
    return builtFrom(builderOf[kind](platform, world), world.accounts(platform));
  };

function builtFrom<Subject extends Account | Brand>(
  builder: IndexBuilder<Subject>,
  subjects: Iterable<Subject>,
): PartsOf {
  for (const subject of subjects) builder.add(subject);
  return partsIn(new Map(builder.parts()));
}

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
