import type { ItemOf } from '../items.ts';
import { itemIn, type Rule, readAs } from '../parts.ts';
import { wordSet } from '../tokens.ts';
import { isAbout } from './bounds.ts';
import { partitive } from './contents.ts';
import { verbLast } from './ranges.ts';

/** A result lists at most this many creators, and as many without a number (assumed: nls-most). */
export const maxResults = 20;

/** How many creators are asked for: `top 5`, `give me 3 food creators`, `ten yoga teachers`, `max 5`. */
export const readCount: Rule = (parts) => {
  // `10 profils maximum`, `5 accounts or fewer`: a result has no more anyway
  parts.reduce(/(?<=n[gptPvK=I]{0,4}[it]g?)[cC](?=g?(?:$|[.,;]))/g, ({ items: [item] }) =>
    item?.kind === 'compare' && /atMost|exactly/.test(item.compare) ? { kind: 'used' } : undefined,
  );
  parts.reduce(/n/g, ({ items, at, before, after }) => {
    const number = itemIn({ items }, 'number') as ItemOf<'number'>;
    const { bounds, percent, decade, value } = number;
    const bare = number.bare || isAbout(number);
    const asked = isAbout(number) ? value : (bounds.to ?? bounds.from ?? 0);
    // `influencers over 40`: no count compares itself behind those that it counts
    // `who manage more than 50 accounts`: an unknown verb counts something else
    if (!bare && /(?:i|\?)[ghj]*$/.test(before)) return undefined;
    // `between 200 and 900 saves`
    if (
      bounds.from !== undefined &&
      bounds.to !== undefined &&
      bounds.to > 2 * maxResults &&
      !isAbout(number)
    )
      return undefined;
    // `10 creators, at most 2 of them verified`: no search counts a part of its result
    if (/^i[ghk]{0,2}[v=]/.test(after) && partitive.test(parts.items[at + 1]?.text ?? ''))
      return { kind: 'lost' };
    if (percent || decade || !Number.isInteger(asked) || asked <= 0) return undefined;
    // where what is counted comes last, an unknown word may be a unit
    const between = verbLast.has(parts.language)
      ? /^[gpPlqv=GOrKzAIJ/]{0,5}[itQ]/
      : /^[gpPlqv=GOrKzAIJ?/]{0,5}[itQ]/;
    const isBefore =
      /^(?:[gpPlqv=GOrKzAIJ/]|(?<=[pP])[j,](?=[pPl])){0,7}(?:\?j)?[itQ]/.test(after) ||
      /^[gh]{0,2}[rO]/.test(after) ||
      (bare && !/[hxL]g*$/.test(before) && between.test(after));
    const isAfter =
      /[rOF>][gi,]{0,2}$/.test(before) ||
      // `I'd like 10, all from Italy`
      (bare && /(?:^|[.,:])gV$/.test(before)) ||
      askWords.has((parts.items[at - 1]?.text ?? '').replace(' ', '-')) ||
      askWords.has(parts.items[at - 1]?.text.split(' ').at(-1) ?? '');
    // `count: 8`
    const isField =
      /:g?$/.test(before) && countFields.test(parts.items[at - (before.endsWith('g') ? 3 : 2)]?.text ?? '');
    // `largest beauty creators, max 5`
    const isApart =
      !bare && bounds.from === undefined && /(?:^|[.,])g*$/.test(before) && /^g*(?:[.,:]|$)/.test(after);
    // `ヨガクリエイター5人`
    const isCounted =
      bare &&
      (/(?:[itKvIFQO?pPuXj/]g*|[.,]g*|^g*)$/.test(before) ||
        (/[zk=]g*$/.test(before) && /^[名人位명분]$/.test(parts.items[at + 1]?.text ?? ''))) &&
      (counters.has((parts.items[at + 1]?.text ?? '').replace(' ', '-')) ||
        /[명개곳名人個个件]/.test(number.text));
    // `fewest followers first, at least 800`
    if (!bare && bounds.to === undefined && asked > maxResults && !isBefore) return undefined;
    const isNamed = bare && collective.test(items[0]?.text ?? '');
    if (!isBefore && !isAfter && !isField && !isApart && !isCounted && !isNamed) return undefined;
    // `at least 5 creators` are 20 as well
    const count = bounds.to === undefined && !bare ? maxResults : Math.min(asked, maxResults);
    return readAs({ as: 'count', count, asked });
  });
};

const countFields =
  /^(?:count|number|amount|quantity|results?|how many|cantidad|numero|quantidade|quantite|nombre|anzahl|quantita|aantal|liczba|adet|sayi|количество|jumlah|件数|人数|数|数量|수|수량|인원|العدد|संख्या)$/;

/** A number of creators that needs no noun: `pierwsza piątka`. */
const collective =
  /^(?:dozen|dutzend|dozijn|tuzin|(?:troj|czwor|piat|szost|siodem|osem|dziewiat|dziesiat)k|дюжин|(?:трои|четвер|пятер|шестер|семер|восьмер|девят|десят)к)/;
const counters = wordSet(
  'chahiye seulement only nomas apenas soltanto alleen tylko только のみ だけ 만 kisi kisiyi kisilik is-enough are-enough will-do reichen genugen volstaan wystarczy достаточно хватит stuck stuks sztuk штук please bitte alstublieft graag prosze пожалуйста つ 人 名 명 位 个 個 件 本 组 組 家 개 곳 분 팀 군데 채널 tane adet काफी saja 名ほど 人ほど 組ほど 件ほど 名程度 名くらい 社 basta bastan bastano bastam suffisent suffit primeras primeros primeiros primeiras premiers premieres primi prime yeter yeterli lazim चाहिए ही ほしい 欲しい',
);
const askWords = wordSet(
  'datemene dammene mandatemene datecene dadme denme dennos enviadme enviennos mandadnos deem-me enviem-nos gebt nennt dawajcie podajcie poprosze дайте пришлите berikan limit-of gib mir geef er daj mi даите даи faut besoin servono serve necesito necesitamos preciso precisamos brauchen nodig butuh нужно нужны chcę show find list give want need get me us limit results muestra dame quiero zeige brauche montre donne trova mostra mostre toon tampilkan göster only just solo sólo apenas so seulement juste uniquement nur lediglich soltanto slechts alleen tylko sadece yalnizca hanya cukup только лишь 只要 只 فقط सिर्फ केवल bastano basta bastan bastam suffisent voglio vogliamo manda mandem mandame enviame pasame envoie envoyez dammi mandami trovami encuentrame',
);
