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
 * @returns each part with the name of its index; undefined now and then, as an occasion to pause
 */
export function* indexParts(
  world: World,
): Generator<[IndexName, string, IndexPart] | undefined, void, undefined> {
  for (const platform of platformsByName) {
    const builders = indexKinds.map(
      (kind) => [`${platform} ${kind}`, builderOf[kind](platform, world)] as const,
    );
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
