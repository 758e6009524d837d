import { describe, expect, it } from 'vitest';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { type Query, readDescription } from '../../../src/creators/language/read.ts';
import { noon } from '../../harness.ts';
import { worldOf } from '../world/worlds.ts';
import { type Phrases, tongues } from './together-phrases.ts';

const lexicon = await inSlices(makeLexicon(await worldOf({ seed: 1, size: 60 })));

/** All that a description selects and orders. */
const partsOf = ({ body }: Query): string[] => [
  ...body.filters.map((each) => JSON.stringify(each)),
  ...(body.without ?? []).map((each) => `without ${JSON.stringify(each)}`),
  ...(body.sortBy === undefined ? [] : [`by ${body.sortBy} ${body.desc}`]),
  ...(body.pageSize === 20 ? [] : [`${body.pageSize}`]),
];

/**
 * With a second place or an audience before it, `from Spain` may be the creators or their audience, and one place or both;
 * two bounds of the followers may be both or either.
 */
const isUnclear = ({ others, places, audiences }: Phrases, one: string, other: string): boolean =>
  (places.includes(other) && (places.includes(one) || audiences.includes(one))) ||
  [one, other].every((each) => others.indexOf(each) === 0 || others.indexOf(each) === 1);

const commaOf = ({ joints }: Phrases): string => joints.find((joint) => /[,、，،]/.test(joint)) ?? ', ';

/** Reads a text, and compares what it says with what its constraints say, each alone. */
function comparer(phrases: Phrases) {
  const { begin } = phrases;
  const read = (text: string) => readDescription(text, lexicon, noon);
  const comma = commaOf(phrases);
  const alone = new Map<string, string[]>();
  const wrong: string[] = [];
  let [asked, refused] = [0, 0];
  return {
    wrong,
    refusedShare: () => refused / asked,
    all: [...phrases.others, ...phrases.places, ...phrases.audiences],
    readAlone: (phrase: string) => read(`${begin}${comma}${phrase}`),
    compare(text: string, constraints: readonly string[]): void {
      asked += 1;
      const together = read(text);
      if (together.refused.length > 0) {
        refused += 1;
        return;
      }
      for (const each of constraints)
        if (!alone.has(each)) alone.set(each, partsOf(read(`${begin}${comma}${each}`)));
      const apart = new Set(constraints.flatMap((each) => alone.get(each) ?? []));
      const found = new Set(partsOf(together));
      if (apart.size !== found.size || [...apart].some((each) => !found.has(each)))
        wrong.push(`${text} → ${[...found].join(' ')}, not ${[...apart].join(' ')}`);
    },
  };
}

describe.each(Object.entries(tongues))('constraints in one text, in %s', (_, phrases) => {
  it('are those of each alone if there are two, or nothing is searched', () => {
    const { all, wrong, refusedShare, readAlone, compare } = comparer(phrases);
    for (const phrase of all) {
      expect(readAlone(phrase).refused, phrase).toEqual([]);
      expect(partsOf(readAlone(phrase)).length, phrase).toBeGreaterThan(1);
    }
    for (const one of all)
      for (const other of all.filter((each) => each !== one && !isUnclear(phrases, one, each)))
        for (const joint of phrases.joints)
          compare(`${phrases.begin}${commaOf(phrases)}${one}${joint}${other}`, [one, other]);
    expect(wrong).toEqual([]);
    expect(refusedShare()).toBeLessThan(0.02);
  });

  it('are those of each alone if there are three, or nothing is searched', () => {
    const { all, wrong, refusedShare, compare } = comparer(phrases);
    const { begin, joints } = phrases;
    const comma = commaOf(phrases);
    const joint = joints[0] ?? comma;
    const triples = all.flatMap((a) =>
      all.flatMap((b) => all.map((c): [string, string, string] => [a, b, c])),
    );
    // every fifth one, in two forms
    for (const [at, [a, b, c]] of triples.entries()) {
      if (at % 5 > 0 || new Set([a, b, c]).size < 3) continue;
      if (isUnclear(phrases, a, b) || isUnclear(phrases, a, c) || isUnclear(phrases, b, c)) continue;
      const text =
        at % 2 === 0 ? `${comma}${a}${comma}${b}${joint}${c}` : `${comma}${a}${joint}${b}${comma}${c}`;
      compare(`${begin}${text}`, [a, b, c]);
    }
    expect(wrong).toEqual([]);
    expect(refusedShare()).toBeLessThan(0.02);
  });
});

it.each<[string, string[], string[] | 'refused']>([
  ['no creators of gaming and of beauty', [], ['niches in id_gaming_All,id_beauty_All']],
  ['sin creadores de gaming y de belleza', [], ['niches in id_gaming_All,id_beauty_All']],
  ['sem criadores de games e de beleza', [], ['niches in id_gaming_All,id_beauty_All']],
  ['pas de créateurs de jeux vidéo et de beauté', [], ['niches in id_gaming_All,id_beauty_All']],
  ['keine Creator aus Indien und aus Spanien', [], ['country in IND,ESP']],
  ['excluding creators from India, from Spain and from Italy', [], ['country in IND,ESP,ITA']],
  ['not in Spain or in Italy', [], ['country in ESP,ITA']],
  ['not from India, based in France or Italy', ['country in FRA,ITA'], ['country = IND']],
  ['not from India and from Spain', [], 'refused'],
  ['que no sean de India y de México', [], 'refused'],
  ['nicht aus Indien und aus Spanien', [], 'refused'],
])('a negation reaches over its list, and not beyond: %s', (text, filters, without) => {
  const { body, refused } = readDescription(text, lexicon, noon);
  if (without === 'refused') {
    expect(refused).not.toEqual([]);
    return;
  }
  const shown = ({ filterName, op, value }: (typeof body.filters)[number]) => `${filterName} ${op} ${value}`;
  expect(refused).toEqual([]);
  expect(body.filters.map(shown)).toEqual(filters);
  expect((body.without ?? []).flat().map(shown)).toEqual(without);
});
