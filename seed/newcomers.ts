import { setImmediate } from 'node:timers/promises';
import { dayMs, hourMs } from '../src/core/durations.ts';
import { type Platform, platformsByName } from '../src/core/platforms.ts';
import { round4 } from '../src/core/statistics.ts';
import { rankedFigures } from '../src/creators/records/ranking.ts';
import { type Account, type Content, epochAt } from '../src/creators/world/account.ts';
import { chance } from '../src/creators/world/chance.ts';
import { contentIdOf } from '../src/creators/world/content-ids.ts';
import type { Newcomer, NewcomerMaker } from '../src/creators/world/newcomers.ts';
import { lastDay } from '../src/creators/world/view.ts';
import type { World } from '../src/creators/world/world.ts';
import { nicheIdsOf } from './account.ts';
import type { BrandBook } from './brands.ts';
import { clipAccount } from './clip.ts';
import { clamp } from './exact.ts';
import { gramAccount } from './gram.ts';
import { type Handles, handlesFor, noneTaken, type TakenNames } from './handles.ts';
import { type Person, personAt } from './person.ts';
import { randomFor } from './random.ts';
import { rankCurves } from './rank-curves.ts';
import { topicsOf, tubeAccount } from './tube.ts';

/**
 * The accounts that the service finds after the epoch (assumed: living-newcomers), made as those of the world but for
 * what the whole world decides: they have no sponsors, and their ranks are those of their figures in a usual world.
 */
export async function newcomersOf(base: World): Promise<NewcomerMaker> {
  const { seed, size } = base.info;
  const people = Math.min(maxPeople, Math.ceil(size * yearlyShare * years));
  const taken = takenIn(base);
  const all: MadeNewcomer[] = [];
  for (let index = 0; index < people; index++) {
    if (index % peopleAtOnce === 0) await setImmediate();
    const person = personAt(seed, firstPerson + index);
    const handles = handlesFor(seed, person, taken);
    const knownOn = 1 + Math.floor((lastDay * (index + chance(seed, 'known', index))) / people);
    for (const platform of platformsByName)
      if (person.on[platform]) all.push(newcomerOn(platform, seed, person, handles, index, knownOn));
  }
  return { all, make: (newcomer) => accountFor(base, seed, newcomer as MadeNewcomer) };
}

/** As many as became known in each of the two years before the epoch, for five years (`living-accounts`). */
const yearlyShare = 0.04;
const years = 5;

/** All have their names before the first is known: some 20 ms for the default world. */
const maxPeople = 500;
const peopleAtOnce = 40;

/** Beyond the people, the accounts and the contents of any world. */
const firstPerson = 2 ** 30;
const firstNumber = 2 ** 31;
const firstContent = -(2 ** 30);

interface MadeNewcomer extends Newcomer {
  readonly person: Person;
  readonly handles: Handles;
}

/** No newcomer has a name of the world, whose fixtures may have any. */
function takenIn(base: World): TakenNames {
  const own = noneTaken();
  const beside = (platform: Platform, isStored: (name: string) => boolean): TakenNames[Platform] => ({
    has: (name) => own[platform].has(name) || isStored(name),
    add: own[platform].add.bind(own[platform]),
  });
  return {
    clip: beside('clip', (name) => base.has('clip', name)),
    gram: beside('gram', (name) => base.has('gram', name.replaceAll('-', '_'))),
    tube: beside('tube', (name) => base.tubeByHandle(name) !== undefined),
  };
}

function newcomerOn(
  platform: Platform,
  seed: number,
  person: Person,
  handles: Handles,
  index: number,
  knownOn: number,
): MadeNewcomer {
  const number = firstNumber + index * platformsByName.length + platformsByName.indexOf(platform);
  const random = randomFor(seed, `newcomer ${platform}`, index);
  return {
    platform,
    id: platform === 'tube' ? handles.channelId : handles[platform],
    handle: handles[platform],
    number,
    knownOn,
    seed: random.uint32(),
    niches: nicheIdsOf(random, person, platform),
    topics: platform === 'tube' ? topicsOf(random, person) : [],
    person,
    handles,
  };
}

function accountFor(base: World, seed: number, newcomer: MadeNewcomer): Account {
  const made = plainAccount(base, seed, newcomer);
  const { platform, number, niches, topics, knownOn } = newcomer;
  const random = randomFor(seed, 'newcomer', number);
  const contents = (made.contents as Content[]).map((content, index) => ({
    ...content,
    id: contentIdOf(platform, number, firstContent + index, content.publishedAt),
  }));
  const account = {
    ...made,
    contents,
    niches: [...niches],
    ...(platform === 'tube' && { topics: [...topics] }),
    // the service found it on the day before
    updatedAt: Math.max(made.updatedAt, epochAt - random.int(hourMs / 2, dayMs - 1)),
    related: relatedIn(base, random, newcomer),
    found: { number, knownOn, seed: newcomer.seed },
  } as Account;
  return { ...account, ranks: ranksOf(random, rankedFigures(account), rankCurves[platform]) };
}

const noBrands: BrandBook = { brands: [], partnersOf: () => [] };

function plainAccount(base: World, seed: number, { platform, person, handles }: MadeNewcomer): Account {
  if (platform === 'clip') return clipAccount(seed, person, handles, noBrands);
  if (platform === 'tube') return tubeAccount(seed, person, handles, noBrands);
  return gramAccount(seed, person, handles, friendsIn(base, seed, person), noBrands);
}

/** Newcomers know some accounts of the world. */
function friendsIn(base: World, seed: number, person: Person): string[] {
  const random = randomFor(seed, 'friends', person.index);
  const numbers = Array.from({ length: random.int(0, 8) }, () => random.int(1, 2 * base.info.size));
  return numbers.flatMap((number) => base.idOf('gram', number) ?? []);
}

/** Five to ten accounts of the niche. */
function relatedIn(base: World, random: ReturnType<typeof randomFor>, newcomer: MadeNewcomer): string[] {
  const { platform, niches } = newcomer;
  const from = random.int(1, 2 * base.info.size);
  const members = (after: number): string[] => base.inNiche(platform, niches[0] ?? '', after, 24);
  const near = [...new Set([...members(from), ...members(1)])];
  return random.shuffled(near.slice(0, 24)).slice(0, random.int(5, 10));
}

/** Where figures stand on curves of figures from the lowest account to the highest, in even steps. */
function ranksOf(
  random: ReturnType<typeof randomFor>,
  figures: Readonly<Record<string, number>>,
  curves: Readonly<Record<string, readonly number[]>>,
): Account['ranks'] {
  const near = (rank: number): number => round4(clamp(rank + random.between(-0.04, 0.04), 0, 1));
  return Object.fromEntries(
    Object.entries(figures).map(([metric, figure]) => {
      const global = round4(placeOn(curves[metric] ?? [], figure));
      return [metric, { global, country: near(global), language: near(global) }];
    }),
  );
}

function placeOn(curve: readonly number[], figure: number): number {
  const next = curve.findIndex((each) => each > figure);
  if (next < 0) return 1;
  if (next === 0) return 0;
  const [low, high] = curve.slice(next - 1) as [number, number];
  return (next - 1 + (figure - low) / (high - low)) / (curve.length - 1);
}
