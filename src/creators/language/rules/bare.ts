import type { Item, ItemOf } from '../items.ts';
import { itemIn, type Rule } from '../parts.ts';
import { nothingWords } from '../words/joints.ts';

/** Negations and verbs beside a number that no comparison stands for. */
export const readBare: Rule = (parts) => {
  // `unverified unless over 100k`, `verified if over 100k`: no search knows a condition of another one
  parts.reduce(/(?<=[v=pPMC0][gi]{0,2},?)[g?x](?=[gih?]{0,4}[v=c])/g, ({ items: [item] }) =>
    conditional.test(item?.text ?? '') ? { kind: 'lost' } : undefined,
  );
  // `comments matter more to us than likes`: no order
  parts.reduce(/[MR][^.,;:0NnY%¤MR]{1,7}[MR]/g, ({ items }) =>
    items.some(({ text }) => mattering.test(text)) && items.some(({ text }) => thanWords.test(text))
      ? { kind: 'used' }
      : undefined,
  );
  // `videos under 5 min`
  parts.reduce(/k[gh]{0,3}cg{0,2}0c/g, ({ items }) =>
    items.at(-1)?.text === 'min' && Number(items.at(-2)?.text) < 1000 ? { kind: 'lost' } : undefined,
  );
  // `under 300k (sort by views)`: behind a number, a bracket with a clause of its own
  parts.reduce(/(?<=[0C][gsMRk]{0,2})g(?=[^,.;]{2})/g, ({ items: [item], at }) => {
    const rest = parts.items.slice(at + 1, at + 13);
    const inside = parts.letters.slice(at + 1, at + 1 + rest.findIndex(({ text }) => text === ')'));
    const isClause =
      /[BFx=vzZptPkLdi]/.test(inside) && (/0/.test(inside) || !/[MR]/.test(inside.replace(/[BF].*/, '')));
    // `comments over 45 (max 33k)`
    const [one, other] = [parts.items[at - 1], itemIn({ items: rest }, 'amount')];
    const isOther = one?.kind === 'amount' && !one.scaled && other?.scaled && inside.startsWith('c');
    return item?.text === '(' && (isClause || isOther) ? { kind: 'break' } : undefined;
  });
  // `tra Francia e Spagna`; `50 video's op het kanaal`
  parts.reduce(/b(?=g{0,2}[pP][j,])|B(?=g{0,2}[iI](?![gs]{0,2}[MR]))/g, () => ({ kind: 'glue' }));
  // `actividad: mín. 3 vídeos al mes`
  parts.reduce(/z(?=:g?[ca]?g?[0o])/g, () => ({ kind: 'content' }));
  // `uploads/month: >= 4`
  parts.reduce(/[zk][j/]u:(?=g?[ca]?0)/g, ({ items }) =>
    itemIn({ items }, 'unit')?.days === 30 ? { kind: 'measure', measure: 'contentsIn30Days' } : undefined,
  );
  // `every three days`
  parts.reduce(/[eg]g?0u/g, ({ items: [first, ...rest] }) => {
    const [amount, unit] = [itemIn({ items: rest }, 'amount'), itemIn({ items: rest }, 'unit')];
    return amount && unit && amount.value < 100 && everyWords.test(first?.text ?? '')
      ? { kind: 'often', perMonth: 30 / (amount.value * unit.days) }
      : undefined;
  });
  // `5k up`
  parts.reduce(/(?<=0)\?(?=$|[.,;])/g, ({ items: [item] }) =>
    item?.text === 'up' ? { kind: 'compare', compare: 'atLeast', after: true } : undefined,
  );
  // `Mexico plus Chile`
  parts.reduce(/(?<=[pPt])C(?=[pPt])/g, ({ items: [item] }) =>
    item?.text === 'plus' ? { kind: 'joint' } : undefined,
  );
  // `nothing posted`, `не выкладывали ничего`
  parts.reduce(/x[gh]{0,2}z(?:g?x)?|[zZ]g?x/g, ({ items }) =>
    items.some(({ kind, text }) => kind === 'not' && nothingWords.has(text))
      ? { kind: 'activity', yes: false }
      : undefined,
  );
  // `keine 50.000 Follower`, `yet to reach 50k followers`
  parts.reduce(/x[ghw]{0,3}(?=0M(?!g?C))/g, ({ items, at }) => {
    const amount = parts.items[at + items.length];
    return amount?.kind === 'amount' && !amount.open ? { kind: 'compare', compare: 'below' } : undefined;
  });
  // `8 binden az, 42 binden çok olmasın`: nobody has both, so both are negated
  parts.reduce(/(?<=0)C(?=,?[gj]{0,2}0Cg?X)/g, ({ items: [one], at }) => {
    const other = parts.items.slice(at + 1, at + 6).find(({ kind }) => kind === 'compare');
    return one?.kind === 'compare' &&
      other?.kind === 'compare' &&
      /below|atMost/.test(one.compare) &&
      /above|atLeast/.test(other.compare)
      ? { ...one, compare: one.compare === 'below' ? 'atLeast' : 'above' }
      : undefined;
  });
  // `至少更新4次`, `لا يقل متوسط مشاهداتها عن 20 ألفا`, `10 videos or more a month`: the comparison belongs to its number
  for (const { index, 0: found } of parts.letters.matchAll(
    /cz(?=0)|cs?ME(?=0)|(?<=0)[kz]C(?=g?[oe])|(?<=o0)kC|(?<=[?u]0)[kz]C(?=$|[.,])/g,
  )) {
    const [first, ...rest] = parts.items
      .slice(index, index + found.length)
      .map((item): Item => (item.kind === 'topic' ? { kind: 'glue', text: item.text } : item));
    parts.replaceAll(parts.items.toSpliced(index, found.length, ...rest, first as Item));
  }
  // `at least once`, and `once a week`
  // `once a fortnight`
  parts.reduce(/T[ge]u/g, ({ items }) => ({
    kind: 'often',
    perMonth: 30 / (items.at(-1) as ItemOf<'unit'>).days,
  }));
  parts.reduce(/cg?0?T(?!g?[oeu])/g, ({ items: [item, ...rest] }) =>
    item?.kind === 'compare' &&
    item.compare === 'atLeast' &&
    (itemIn({ items: rest }, 'amount')?.value ?? 1) === 1
      ? { kind: 'glue' }
      : undefined,
  );
  parts.reduce(/(?<![0/]g?)T(?=o)/g, () => ({ kind: 'glue' }));
  // `5 x food creators`; `few followers (under 8k)`, `uploads rarely (less than 2 a month)`: the number says how few
  parts.reduce(/(?<=0)T(?=[pPlI]{0,2}[ti])|[*?](?=[MR][g:]c0)|(?<=[zk])x(?=gc0)/g, ({ items: [item] }) =>
    timesOrFew.test(item?.text ?? '') ? { kind: 'glue' } : undefined,
  );
  // `10k se 50k followers`
  parts.reduce(/(?<=0)\?(?=0)/g, ({ items: [item] }) => (item?.text === 'se' ? { kind: 'to' } : undefined));
};
const timesOrFew =
  /^(?:[x×]$|few|low|poc[oa]s?|pouc[oa]s?|peu|wenig|weinig|malo|az|мало|sedikit|rarely|seldom|selten|rarement|raramente|zelden|rzadko|nadir|редко|jarang|sallan)/;
const mattering = /^(?:matter|count|compt|import|wicht|belangr|wazn|onem|важ|penting|contan)/;
const thanWords = /(?:^| )(?:than|que|als|che|do que|dan|niz|чем|daripada)$/;
const conditional =
  /^(?:unless|if|only if|si|salvo (?:que|si)|excepto (?:que|si)|salvo se|tranne se|wenn|falls|es sei denn|sauf si|a menos que|a no ser que|a meno che|tenzij|chyba ze|jesli|jezeli|eger|если|если не|jika|kalau|kecuali (?:jika|kalau))$/;
const everyWords =
  /^(?:every|each|cada|a cada|tous les|toutes les|alle|ogni|elke|om de|co|her|каждые|setiap|tiap|var|varje|كل|हर)$/;
