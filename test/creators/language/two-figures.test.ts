import { describe, expect, it } from 'vitest';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { noon } from '../../harness.ts';
import { worldOf } from '../world/worlds.ts';

const lexicon = await inSlices(makeLexicon(await worldOf({ seed: 1, size: 60 })));

interface Tongue {
  begin: string;
  followers: string;
  views: string;
  likes: string;
  comments: string;
  more: string;
  less: string;
  joints: string;
}

/** Words of each language; several comparisons are parted by `|`. */
const tongues: Readonly<Record<string, Tongue>> = {
  English: {
    begin: 'beauty creators',
    followers: 'followers',
    views: 'average views',
    likes: 'average likes',
    comments: 'average comments',
    more: 'above|over|more than|at least',
    less: 'below|under|less than|at most|up to|no more than',
    joints: ' and |, | but ',
  },
  Spanish: {
    begin: 'creadores de belleza',
    followers: 'seguidores',
    views: 'visualizaciones',
    likes: 'me gusta',
    comments: 'comentarios',
    more: 'más de|al menos|como mínimo',
    less: 'menos de|hasta|como máximo',
    joints: ' y |, | pero ',
  },
  French: {
    begin: 'créateurs beauté',
    followers: 'abonnés',
    views: 'vues',
    likes: 'likes',
    comments: 'commentaires',
    more: 'plus de|au moins|au minimum',
    less: "moins de|au plus|au maximum|jusqu'à",
    joints: ' et |, | mais ',
  },
  German: {
    begin: 'Beauty-Creator',
    followers: 'Follower',
    views: 'Aufrufe',
    likes: 'Likes',
    comments: 'Kommentare',
    more: 'über|mehr als|mindestens',
    less: 'unter|weniger als|höchstens|bis zu',
    joints: ' und |, | aber ',
  },
  Portuguese: {
    begin: 'criadores de beleza',
    followers: 'seguidores',
    views: 'visualizações',
    likes: 'curtidas',
    comments: 'comentários',
    more: 'mais de|pelo menos|no mínimo',
    less: 'menos de|até|no máximo',
    joints: ' e |, | mas ',
  },
  Italian: {
    begin: 'creator di bellezza',
    followers: 'follower',
    views: 'visualizzazioni',
    likes: 'mi piace',
    comments: 'commenti',
    more: 'più di|almeno|oltre',
    less: 'meno di|al massimo|fino a|sotto',
    joints: ' e |, | ma ',
  },
  Dutch: {
    begin: 'beauty creators',
    followers: 'volgers',
    views: 'weergaven',
    likes: 'likes',
    comments: 'reacties',
    more: 'meer dan|minstens|boven',
    less: 'minder dan|hoogstens|maximaal|onder|tot',
    joints: ' en |, | maar ',
  },
  Polish: {
    begin: 'twórcy beauty',
    followers: 'obserwujących',
    views: 'wyświetleń',
    likes: 'polubień',
    comments: 'komentarzy',
    more: 'ponad|powyżej|co najmniej|więcej niż',
    less: 'poniżej|mniej niż|co najwyżej|do',
    joints: ' i |, | ale ',
  },
  Turkish: {
    begin: 'güzellik üreticileri',
    followers: 'takipçi',
    views: 'görüntülenme',
    likes: 'beğeni',
    comments: 'yorum',
    more: 'en az',
    less: 'en fazla|en çok',
    joints: ' ve |, | ama ',
  },
  Indonesian: {
    begin: 'kreator kecantikan',
    followers: 'pengikut',
    views: 'tayangan',
    likes: 'suka',
    comments: 'komentar',
    more: 'lebih dari|minimal|di atas|setidaknya',
    less: 'kurang dari|maksimal|di bawah|hingga',
    joints: ' dan |, | tapi ',
  },
  Russian: {
    begin: 'бьюти блогеры',
    followers: 'подписчиков',
    views: 'просмотров',
    likes: 'лайков',
    comments: 'комментариев',
    more: 'более|больше|не менее|свыше',
    less: 'менее|меньше|не более|до',
    joints: ' и |, | но ',
  },
};

const figures = ['followers', 'views', 'likes', 'comments'] as const;

interface Bound {
  figure: (typeof figures)[number];
  op: '>' | '<';
  compare: string;
}

/** Every figure with every comparison. */
const boundsOf = (tongue: Tongue): Bound[] =>
  figures.flatMap((figure) => [
    ...tongue.more.split('|').map((compare) => ({ figure, op: '>' as const, compare })),
    ...tongue.less.split('|').map((compare) => ({ figure, op: '<' as const, compare })),
  ]);

describe.each(Object.entries(tongues))('two figures with a bound each, in %s', (_, tongue) => {
  const bounds = boundsOf(tongue);
  const written = ({ figure, compare }: Bound, number: string, isFirst: boolean) =>
    isFirst ? `${compare} ${number} ${tongue[figure]}` : `${tongue[figure]} ${compare} ${number}`;

  it('are two filters, or nothing is searched: never one of them, never the opposite', () => {
    const wrong: string[] = [];
    let understood = 0;
    let asked = 0;
    for (const one of bounds)
      for (const other of bounds.filter(({ figure }) => figure !== one.figure))
        for (const joint of tongue.joints.split('|')) {
          asked += 1;
          const [oneFirst, otherFirst] = [asked % 2 === 0, asked % 4 > 1];
          const text = `${tongue.begin}, ${written(one, '50k', oneFirst)}${joint}${written(other, '200k', otherFirst)}`;
          const { refused, body } = readDescription(text, lexicon, noon);
          if (refused.length > 0) continue;
          understood += 1;
          const numbers = body.filters.filter(({ value }) => typeof value === 'number');
          const has = ({ figure, op }: Bound, number: number) =>
            numbers.some(
              (each) =>
                each.filterName.toLowerCase().includes(figure) &&
                each.op === op &&
                Math.abs(Number(each.value) - number) <= 1,
            );
          if (numbers.length !== 2 || !has(one, 50_000) || !has(other, 200_000))
            wrong.push(`${text} → ${JSON.stringify(numbers)}`);
        }
    expect(wrong).toEqual([]);
    expect(understood / asked).toBeGreaterThan(0.9);
  });
});
