import { expect, it } from 'vitest';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { type Query, readDescription } from '../../../src/creators/language/read.ts';
import { noon } from '../../harness.ts';
import { worldOf } from '../world/worlds.ts';

const lexicon = await inSlices(makeLexicon(await worldOf({ seed: 1, size: 60 })));

interface Phrases {
  begin: string;
  joints: string[];
  /** One constraint each. */
  others: string[];
  /** With a second one, `from Spain` may be the creators or their audience, and one place or both. */
  places: string[];
  audiences: string[];
}

const tongues: Readonly<Record<string, Phrases>> = {
  English: {
    begin: 'beauty creators',
    joints: [' and ', ', ', '; '],
    others: [
      'more than 50k followers',
      'followers between 10k and 200k',
      'engagement rate above 4%',
      'average views over 20k',
      'up to 500 comments',
      'verified',
      'without sponsored posts',
      'who posted in the last 30 days',
      'growing faster than 5% a month',
      'who speak German',
      'excluding gaming',
      'at least 10 posts per month',
      'no more than 300 videos',
      'sorted by followers',
    ],
    places: ['from Spain', 'not from India', 'based in France or Italy'],
    audiences: ['a mostly female audience', 'audience aged 25 to 34', 'audience mainly in Brazil'],
  },
  Spanish: {
    begin: 'creadores de belleza',
    joints: [' y ', ', ', '; '],
    others: [
      'más de 50k seguidores',
      'entre 10k y 200k seguidores',
      'tasa de interacción superior al 4%',
      'al menos 20k visualizaciones',
      'hasta 500 comentarios',
      'verificados',
      'que publicaron en los últimos 30 días',
      'que hablan inglés',
      'excepto gaming',
      'que crecen más de 5% al mes',
    ],
    places: ['de México', 'que no sean de India'],
    audiences: ['audiencia mayoritariamente femenina', 'audiencia principal en Brasil'],
  },
  German: {
    begin: 'Beauty-Creator',
    joints: [' und ', ', ', '; '],
    others: [
      'mehr als 50k Follower',
      'zwischen 10k und 200k Follower',
      'Engagement-Rate über 4%',
      'mindestens 20k Aufrufe',
      'höchstens 500 Kommentare',
      'verifiziert',
      'die in den letzten 30 Tagen gepostet haben',
      'die Englisch sprechen',
      'außer Gaming',
      'sortiert nach Followern',
      'Wachstum über 5% im Monat',
    ],
    places: ['aus Österreich', 'nicht aus Indien'],
    audiences: ['überwiegend weibliches Publikum'],
  },
  French: {
    begin: 'créateurs beauté',
    joints: [' et ', ', ', '; '],
    others: [
      'plus de 50k abonnés',
      'entre 10k et 200k abonnés',
      "taux d'engagement supérieur à 4%",
      'au moins 20k vues',
      'au plus 500 commentaires',
      'vérifiés',
      'qui ont publié dans les 30 derniers jours',
      'qui parlent anglais',
      'sauf gaming',
      'triés par abonnés',
    ],
    places: ['de Belgique', "pas d'Inde"],
    audiences: ['audience majoritairement féminine'],
  },
  Portuguese: {
    begin: 'criadores de beleza',
    joints: [' e ', ', ', '; '],
    others: [
      'mais de 50k seguidores',
      'entre 10k e 200k seguidores',
      'taxa de engajamento acima de 4%',
      'pelo menos 20k visualizações',
      'no máximo 500 comentários',
      'verificados',
      'que publicaram nos últimos 30 dias',
      'que falam inglês',
      'exceto games',
    ],
    places: ['de Portugal', 'que não sejam da Índia'],
    audiences: ['público majoritariamente feminino'],
  },
};

/** All that a description selects and orders. */
const partsOf = ({ body }: Query): string[] => [
  ...body.filters.map((each) => JSON.stringify(each)),
  ...(body.without ?? []).map((each) => `without ${JSON.stringify(each)}`),
  ...(body.sortBy === undefined ? [] : [`by ${body.sortBy} ${body.desc}`]),
  ...(body.pageSize === 20 ? [] : [`${body.pageSize}`]),
];

it.each(Object.entries(tongues))(
  'two constraints in one text are those of each alone, in %s',
  (_, { begin, joints, others, places, audiences }) => {
    const read = (text: string) => readDescription(`${begin}, ${text}`, lexicon, noon);
    const all = [...others, ...places, ...audiences];
    for (const phrase of all) expect(read(phrase).refused, phrase).toEqual([]);
    const isUnclear = (one: string, other: string) =>
      places.includes(other) && (places.includes(one) || audiences.includes(one));
    const wrong: string[] = [];
    let [asked, refused] = [0, 0];
    for (const one of all)
      for (const other of all.filter((each) => each !== one && !isUnclear(one, each)))
        for (const joint of joints) {
          asked += 1;
          const together = read(`${one}${joint}${other}`);
          if (together.refused.length > 0) {
            refused += 1;
            continue;
          }
          const apart = new Set([...partsOf(read(one)), ...partsOf(read(other))]);
          const found = new Set(partsOf(together));
          if (apart.size !== found.size || [...apart].some((each) => !found.has(each)))
            wrong.push(`${one}${joint}${other} → ${[...found].join(' ')}, not ${[...apart].join(' ')}`);
        }
    expect(wrong).toEqual([]);
    expect(refused / asked).toBeLessThan(0.02);
  },
);

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
