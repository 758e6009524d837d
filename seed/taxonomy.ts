import { type Account, allNiches, type Niche, type Platform } from '../src/creators/world/account.ts';
import { nicheCategoryOn, nicheId, nicheList, nicheSlugs, topicList, traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { type Random, randomFor } from './random.ts';
import { nicheKinds, nicheSubjects, otherCategories, sharedSubjects } from './words/taxonomy.ts';

/** How many niches and topics a world lists: a few, all with creators, or as many as the service has (observed). */
export type Taxonomy = 'small' | 'full';

/** At most 40,000 niches on clip and gram, and 1,000 in each of the 16 categories of tube (observed). */
const maxNiches = { all: 40_000, category: 1000 };

export const nichesOf = (platform: Platform, taxonomy: Taxonomy): Niche[] =>
  taxonomy === 'small' ? nicheList(platform) : fullList(platform);

export const topicsOf = (taxonomy: Taxonomy): Niche[] =>
  taxonomy === 'small' ? topicList() : withTopics(topicList());

/** An account with the narrow niches that it has in a full taxonomy, besides its usual ones. */
export function inTaxonomy(account: Account, seed: number, person: Person, taxonomy: Taxonomy): Account {
  if (taxonomy === 'small') return account;
  const { platform } = account;
  const random = randomFor(seed, `taxonomy ${platform}`, person.index);
  const category = nicheCategoryOn(platform, traitsOf(person.niche));
  const last = platform === 'tube' ? kindsInCategory(category) : maxKinds;
  const count = random.int(6, 14);
  const subjects =
    platform === 'tube' ? withShared(nicheSubjects[person.niche]) : nicheSubjects[person.niche];
  const found = Array.from({ length: count }, () => nicheId(narrowSlug(random, subjects, last), category));
  const listed = idsOn(platform);
  return { ...account, niches: [...new Set([...account.niches, ...found.filter((id) => listed.has(id))])] };
}

/** A tenth are the first kind of the first six subjects: the 100 most common niches have about a fifth of all accounts (observed). */
function narrowSlug(random: Random, subjects: readonly string[], lastKind: number): string {
  if (random.chance(0.1)) return slugOf(nicheKinds[0] ?? '', random.pick(subjects.slice(0, 6)));
  const rank = random.unit();
  return slugOf(nicheKinds[1 + Math.floor(rank * rank * (lastKind - 1))] ?? '', random.pick(subjects));
}

const allSubjects = nicheSlugs.flatMap((slug) => nicheSubjects[slug]);
const maxKinds = Math.ceil(maxNiches.all / allSubjects.length);

/** A category of tube has its own subjects and those of all. */
const withShared = (subjects: readonly string[]): string[] => [...new Set([...subjects, ...sharedSubjects])];

const subjectsIn = (category: string): readonly string[] =>
  withShared(
    nicheSlugs
      .filter((slug) => nicheCategoryOn('tube', traitsOf(slug)) === category)
      .flatMap((slug) => nicheSubjects[slug]),
  );

const kindsInCategory = (category: string): number =>
  Math.floor(maxNiches.category / subjectsIn(category).length);

function fullList(platform: Platform): Niche[] {
  const usual = nicheList(platform);
  if (platform !== 'tube') return [...usual, ...narrowNiches(usual, allSubjects, allNiches, maxNiches.all)];
  const categories = new Set(usual.map(({ category }) => category));
  return [
    ...usual,
    ...[...categories].flatMap((category) =>
      narrowNiches(usual, subjectsIn(category), category, maxNiches.category),
    ),
    ...Object.entries(otherCategories).flatMap(([category, of]) =>
      narrowNiches(usual, withShared(of), category.replace(' & ', ' '), maxNiches.category),
    ),
  ];
}

/** Each kind of each subject, until the category is full. */
function narrowNiches(
  usual: readonly Niche[],
  of: readonly string[],
  category: string,
  maxCount: number,
): Niche[] {
  const taken = new Set(usual.filter((niche) => niche.category === category).map(({ id }) => id));
  const left = maxCount - taken.size;
  return nicheKinds
    .flatMap((kind) =>
      of.map((subject) => ({ name: `${kind} ${subject}`, id: nicheId(slugOf(kind, subject), category) })),
    )
    .filter(({ id }) => !taken.has(id))
    .slice(0, left)
    .map(({ id, name }) => ({ id, name, category }));
}

/** Some 470 topics in all (observed). */
function withTopics(usual: readonly Niche[]): Niche[] {
  const taken = new Set(usual.map(({ id }) => id));
  const more = [
    ...nicheSlugs.flatMap((slug) =>
      [...nicheSubjects[slug].slice(0, 18), ...sharedSubjects.slice(0, 2)].map((subject) =>
        topicOf(subject, traitsOf(slug).name),
      ),
    ),
    ...Object.entries(otherCategories).flatMap(([category, of]) =>
      [...of.slice(0, 14), ...sharedSubjects.slice(0, 3)].map((subject) =>
        topicOf(subject, category.replace(' & ', ' ')),
      ),
    ),
  ];
  return [...usual, ...more.filter(({ id }) => !taken.has(id))];
}

const topicOf = (subject: string, category: string): Niche => ({
  id: nicheId(slugOf('', subject), category),
  name: subject,
  category,
});

const slugOf = (kind: string, subject: string): string =>
  `${kind}${subject}`.replaceAll(' ', '').toLowerCase();

const nicheIdsByPlatform = new Map<Platform, ReadonlySet<string>>();
function idsOn(platform: Platform): ReadonlySet<string> {
  const known = nicheIdsByPlatform.get(platform) ?? new Set(fullList(platform).map(({ id }) => id));
  nicheIdsByPlatform.set(platform, known);
  return known;
}
