import { type Platform, platformsByName } from '../../core/platforms.ts';
import type { Steps } from '../../core/steps.ts';
import type { Account, Brand } from '../world/account.ts';
import type { IndexPart, IndexParts } from '../world/index-parts.ts';
import type { World } from '../world/world.ts';
import { basicIndexes } from './basics.ts';
import { brandIndex } from './brands.ts';
import { clipContentIndex } from './clip-contents.ts';
import { creatorIndex } from './creators.ts';
import { gramContentIndex } from './gram-contents.ts';
import type { IndexBuilder } from './parts.ts';
import { tubeContentIndex } from './tube-contents.ts';

/**
 * Makes the parts of all indexes, to store them with the world.
 * @returns as `groupParts`
 */
export function* indexParts(world: World): Generator<MadeIndexPart | undefined, void, undefined> {
  for (const group of [...platformsByName, 'brands'] as const) yield* groupParts(world, group);
}

/** A part with the name of its index. */
export type MadeIndexPart = [index: IndexName, name: string, part: IndexPart];

/** The indexes of the accounts of a platform, or the index of the brands. */
export type IndexGroup = Platform | 'brands';

/**
 * Makes the parts of a group of indexes. Each account is read once for all of them.
 * @returns each part; undefined now and then, as an occasion to pause
 */
export function* groupParts(
  world: World,
  group: IndexGroup,
): Generator<MadeIndexPart | undefined, void, undefined> {
  if (group === 'brands') return yield* builtParts([['brands', brandIndex(world)]], world.brands());
  const builders = indexKinds.map(
    (kind): NamedBuilder<Account> => [`${group} ${kind}`, builderOf[kind](group, world)],
  );
  yield* builtParts(builders, world.accounts(group));
}

type NamedBuilder<Subject> = readonly [index: IndexName, builder: IndexBuilder<Subject>];

function* builtParts<Subject>(
  builders: readonly NamedBuilder<Subject>[],
  subjects: Iterable<Subject>,
): Generator<MadeIndexPart | undefined, void, undefined> {
  for (const subject of subjects) {
    for (const [, builder] of builders) builder.add(subject);
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

/** The group of an index. */
export const groupOf = (index: IndexName): IndexGroup => index.split(' ', 1)[0] as IndexGroup;

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
