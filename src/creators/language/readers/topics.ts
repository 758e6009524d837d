import { type PassageReader, textConstraints } from '../constraints.ts';
import type { Item } from '../items.ts';
import { conjunctions } from '../negations.ts';

/**
 * Reads niches; on tube topics, which are narrower. A narrower niche replaces the wider one: yoga among fitness
 * creators is yoga, but `fitness or yoga` asks for either. An exclusion of everything that is asked for is ignored:
 * in `pilates, not the gym` both words mean fitness.
 */
export const readTopics: PassageReader = (passage) => {
  const { items, negated, lexicon, platform } = passage;
  const { wider } = lexicon;
  const named = items.flatMap((item, at) =>
    item.kind === 'niche' ? item.slugs.map((slug) => ({ slug, excluded: negated.has(at) })) : [],
  );
  const included = new Set(named.flatMap(({ slug, excluded }) => (excluded ? [] : [slug])));
  const wide = new Set([...included].map((slug) => wider.get(slug)).filter((slug) => slug !== undefined));
  const isUsed = (slug: string, excluded: boolean): boolean =>
    excluded ? !included.has(slug) && !wide.has(slug) : !wide.has(slug) || wider.get(slug) === slug;
  const [name, ids] =
    platform === 'tube' && named.every(({ slug }) => lexicon.topicIds.has(slug))
      ? (['topics', lexicon.topicIds] as const)
      : (['niches', lexicon.nicheIds] as const);
  return textConstraints(passage, name, (item, at) =>
    item.kind === 'niche'
      ? item.slugs.flatMap((slug) =>
          (!negated.has(at) && isAlternative(items, at)) || isUsed(slug, negated.has(at))
            ? (ids.get(slug) ?? [])
            : [],
        )
      : [],
  );
};

/** One of two niches that a conjunction joins. */
const isAlternative = (items: readonly Item[], at: number): boolean =>
  [1, -1].some(
    (step) => conjunctions.has(items[at + step]?.text ?? '') && items[at + 2 * step]?.kind === 'niche',
  );
