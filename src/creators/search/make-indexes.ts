import { type Platform, platformsByName } from '../../core/platforms.ts';
import type { Steps } from '../../core/steps.ts';
import type { Account, Brand } from '../world/account.ts';
import type { IndexPart, IndexParts } from '../world/index-parts.ts';
import type { World } from '../world/world.ts';
import { basicIndexes } from './basics.ts';
import { brandIndex, type SponsorNotes } from './brands.ts';
import { clipContentIndex } from './clip-contents.ts';
import { creatorIndex } from './creators.ts';
import { gramContentIndex } from './gram-contents.ts';
import type { IndexBuilder } from './parts.ts';
import { tubeContentIndex } from './tube-contents.ts';

/**
 * Makes the parts of all indexes, to store them with the world.
 * @returns as `partsOf`
 */
export function* indexParts(world: World): Generator<MadeIndexPart | undefined, void, undefined> {
  for (const platform of platformsByName) yield* partsOf(world, indexesBeside(`${platform} creators`));
  yield* partsOf(world, ['brands']);
}

/** A part with the name of its index. */
export type MadeIndexPart = [index: IndexName, name: string, part: IndexPart];

/** All indexes of the accounts that an index holds, itself among them: those of a platform, or that of the brands. */
export function indexesBeside(index: IndexName): IndexName[] {
  if (index === 'brands') return [index];
  const [platform] = index.split(' ') as [Platform];
  return indexKinds.map((kind): IndexName => `${platform} ${kind}`);
}

/**
 * Makes the parts of indexes that hold the same accounts. Each account is read once for all of them.
 * @param notes of this day, which gather sponsors from the accounts and serve the index of brands
 * @returns each part; undefined now and then, as an occasion to pause
 */
export function* partsOf(
  world: World,
  indexes: readonly IndexName[],
  notes?: SponsorNotes,
): Generator<MadeIndexPart | undefined, void, undefined> {
  const [first] = indexes as [IndexName];
  if (first === 'brands') return yield* builtParts([[first, brandIndex(world, notes)]], world.brands());
  const [platform] = first.split(' ') as [Platform];
  const builders = indexes.map((index): NamedBuilder<Account> => {
    const [, kind] = index.split(' ') as [Platform, IndexKind];
    return [index, builderOf[kind](platform, world)];
  });
  yield* builtParts(builders, world.accounts(platform), notes && [notes]);
  notes?.complete(platform);
}

type NamedBuilder<Subject> = readonly [index: IndexName, builder: IndexBuilder<Subject>];

function* builtParts<Subject>(
  builders: readonly NamedBuilder<Subject>[],
  subjects: Iterable<Subject>,
  others: readonly Pick<IndexBuilder<Subject>, 'add'>[] = [],
): Generator<MadeIndexPart | undefined, void, undefined> {
  const readers = [...builders.map(([, builder]) => builder), ...others];
  for (const subject of subjects) {
    for (const each of readers) each.add(subject);
    yield;
  }
  for (const [index, builder] of builders)
    for (const [name, part] of builder.parts()) yield [index, name, part];
}

const indexKinds = ['creators', 'contents', 'basics'] as const;
export type IndexKind = (typeof indexKinds)[number];
export type IndexName = `${Platform} ${IndexKind}` | 'brands';

const builderOf: Record<IndexKind, (platform: Platform, world: World) => IndexBuilder<Account>> = {
  creators: creatorIndex,
  contents: (platform, world) => contentIndexes[platform](world) as IndexBuilder<Account>,
  basics: (platform) => basicIndexes[platform](),
};

const contentIndexes: Record<Platform, (world: World) => IndexBuilder<never>> = {
  clip: clipContentIndex,
  gram: (world) => gramContentIndex(brandReader(world)),
  tube: (world) => tubeContentIndex(brandReader(world)),
};

/** Makes the parts of one index. */
export function* makeParts(world: World, index: IndexName): Steps<IndexParts> {
  if (index === 'brands') return yield* builtFrom(brandIndex(world), world.brands());
  const [platform, kind] = index.split(' ') as [Platform, IndexKind];
  return yield* builtFrom(builderOf[kind](platform, world), world.accounts(platform));
}

function* builtFrom<Subject extends Account | Brand>(
  builder: IndexBuilder<Subject>,
  subjects: Iterable<Subject>,
): Steps<IndexParts> {
  for (const subject of subjects) {
    builder.add(subject);
    yield;
  }
  const parts = new Map<string, IndexPart>();
  for (const [name, part] of builder.parts()) {
    parts.set(name, part);
    yield;
  }
  return parts;
}

/** Many contents name the same brands, so all brands are read once. */
function brandReader(world: World): World['brandByKey'] {
  const brands = new Map([...world.brands()].map((brand) => [brand.key, brand]));
  return (key) => brands.get(key);
}
