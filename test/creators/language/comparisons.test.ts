import { describe, expect, it } from 'vitest';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import type { Compare } from '../../../src/creators/language/meanings.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { tonguesOf } from '../../../src/creators/language/words/tongues.ts';
import { noon } from '../../harness.ts';
import { worldOf } from '../world/worlds.ts';
import { shown } from './shown.ts';

const lexicon = await inSlices(makeLexicon(await worldOf({ seed: 1, size: 60 })));

/** The beginning of a text in each language, and its word for followers. */
const begun: Readonly<Record<string, readonly [begin: string, followers: string]>> = {
  spa: ['creadores de belleza en TikTok con', 'seguidores'],
  por: ['criadores de beleza no TikTok com', 'seguidores'],
  fra: ['créateurs beauté sur TikTok avec', 'abonnés'],
  deu: ['Beauty-Creator auf TikTok mit', 'Follower'],
  ita: ['creator di bellezza su TikTok con', 'follower'],
  nld: ['beautymakers op TikTok met', 'volgers'],
  pol: ['twórcy urody na TikToku,', 'obserwujących'],
  tur: ['TikTok güzellik hesapları,', 'takipçi'],
  ind: ['kreator kecantikan TikTok dengan', 'pengikut'],
  rus: ['бьюти-блогеры в TikTok,', 'подписчиков'],
  jpn: ['美容系TikTokクリエイター、', 'フォロワー'],
  kor: ['뷰티 틱톡 크리에이터,', '팔로워'],
  zho: ['美妆TikTok博主，', '粉丝'],
  ara: ['منشئو محتوى الجمال على تيك توك', 'متابع'],
  hin: ['ब्यूटी टिकटॉक क्रिएटर,', 'फॉलोअर्स'],
};

const bounds: Readonly<Record<Compare, string>> = {
  above: 'totalFollowers > 20000',
  atLeast: 'totalFollowers > 19999',
  below: 'totalFollowers < 20000',
  atMost: 'totalFollowers < 20001',
  about: 'totalFollowers < 24001; totalFollowers > 15999',
  exactly: 'totalFollowers = 20000',
};

/** Beginnings of words, and endings that stand at another word; `unas` are nails without their accent. */
const otherwise = /^(?:unas|(?:non )?(?:superior|inferior) all|[를가] 넘.*|는 되는)$/;

describe.each(tonguesOf(() => true).filter(({ language }) => begun[language]))('in $language', (tongue) => {
  const { language, entries } = tongue;
  const [begin = '', followers = ''] = begun[language] ?? [];
  const compared = entries.flatMap(([phrases, meaning]) =>
    meaning.kind === 'compare' && !meaning.aged
      ? phrases
          .split('|')
          .map((phrase) => ({ ...meaning, phrase: phrase.replace(/^=/, '').replaceAll('~', '') }))
      : [],
  );

  it('every comparison of a number is read as what it says', () => {
    const wrong = compared
      .filter(({ phrase }) => !otherwise.test(phrase))
      .flatMap(({ phrase, compare, after }) => {
        const blank = /jpn|zho/.test(language) ? '' : ' ';
        const number =
          after && blank !== '' ? `20000 ${followers} ${phrase}` : after ? `${followers}20000${phrase}` : '';
        const compares = blank === '' ? `${followers}${phrase}20000` : `${phrase} 20000 ${followers}`;
        const text = `${begin}${blank}${number || compares}`;
        const { filters, refused } = shown(readDescription(text, lexicon, noon), noon);
        const read = refused ? 'refused' : filters.replace(/^niches = id_beauty_All; /, '');
        return read === bounds[compare] ? [] : [`${text}: ${read}`];
      });
    expect(wrong).toEqual([]);
    expect(compared.length).toBeGreaterThan(25);
  });
});

it('two comparisons that contradict each other are refused, of every figure and in every order', () => {
  const lower = ['at least', 'over', 'more than', 'minimum', 'above'];
  const upper = ['at most', 'under', 'less than', 'maximum', 'below'];
  const figures = ['average likes', 'average views', 'followers', 'median views', 'engagement rate'];
  const understood = figures.flatMap((figure) =>
    lower.flatMap((from) =>
      upper
        .flatMap((to) => [`${from} ${to}`, `${to} ${from}`])
        .flatMap((both) => [`${figure} ${both} 4%`, `${both} 5000 ${figure}`, `${figure} ${both} 5000`])
        .filter(
          (said) =>
            readDescription(`beauty creators on TikTok with ${said}`, lexicon, noon).refused.length === 0,
        ),
    ),
  );
  expect(understood).toEqual([]);
});
