import { allNiches, type Niche, type Platform } from '../src/creators/world/account.ts';
import data from './data/niches.json' with { type: 'json' };

/**
 * The properties of a niche (`data/niches.json`), except for its words (`data/voices`). Sub-niches are in the order of the items there.
 */
export interface NicheTraits {
  weight: number;
  name: string;
  /** Three. */
  subs: readonly Sub[];
  emoji: readonly string[];
  /** Typical share of men among the audience. */
  male: number;
  /** Typical age of the audience in years. */
  age: number;
  /** How active the audience is; 1 is average. */
  lively: number;
  clipCategory: string;
  gramCategories: readonly string[];
  gramBusiness: string;
  tubeCategory: string;
  tubeAside: string;
  /** Labels of an image recogniser. */
  contains: readonly string[];
  /** Latin words for handles. */
  handles: readonly string[];
  /** The kinds of brands that sponsor its creators. */
  trades: readonly Trade[];
}

/** The business of a brand: the word in its name, its industry and its goods agree. */
interface Trade {
  kind: string;
  industry: string;
  goods: readonly string[];
}

interface Sub {
  slug: string;
  name: string;
}

export type NicheSlug = keyof typeof data;

export const niches: Readonly<Record<NicheSlug, NicheTraits>> = data;

export const nicheSlugs = Object.keys(niches) as NicheSlug[];

export const traitsOf = (slug: NicheSlug): NicheTraits => niches[slug];

/** `id_homecooking_HowtoStyle`: slugs have no hyphens, categories no spaces (observed). */
export const nicheId = (slug: string, category: string): string =>
  `id_${slug.replaceAll('-', '')}_${category.replaceAll(' ', '')}`;

/** On clip and gram all niches have one category; on tube they have that of their channels, in words (observed). */
export const nicheCategoryOn = (platform: Platform, { tubeCategory }: NicheTraits): string =>
  platform === 'tube' ? tubeCategory.replace(' & ', ' ') : allNiches;

/** Every niche and sub-niche of a platform. */
export const nicheList = (platform: Platform): Niche[] =>
  nicheSlugs.flatMap((slug) => {
    const traits = traitsOf(slug);
    const category = nicheCategoryOn(platform, traits);
    return [{ slug, name: traits.name }, ...traits.subs].map((each) => nicheOf(each, category));
  });

/** Every topic of tube: a sub-niche within its niche, `id_baking_Food`, and the whole niche, `id_food_All`. */
export const topicList = (): Niche[] =>
  nicheSlugs.flatMap((slug) => {
    const { name, subs } = traitsOf(slug);
    return [nicheOf({ slug, name }, allNiches), ...subs.map((each) => nicheOf(each, name))];
  });

const nicheOf = ({ slug, name }: Sub, category: string): Niche => ({
  id: nicheId(slug, category),
  name,
  category,
});
