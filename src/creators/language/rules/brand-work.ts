import type { Made, Parts, Rule } from '../parts.ts';
import { wordSet } from '../tokens.ts';
import { byWords } from '../words/joints.ts';

/** Work with brands, done or not: `mit Marken gearbeitet haben`, `que no hayan colaborado con marcas`. */
export const readBrandWork: Rule = (parts) => {
  // `looking to work with brands`, `for a paid partnership`, `reklam için`: who asks wants it, creators need not have done it
  parts.reduce(/=/g, ({ items: [item], at }) => {
    const before = parts.items.slice(Math.max(0, at - 4), at);
    const near = before.slice(
      before.findLastIndex(({ kind, text }) => !isBridge(kind) && !purposes.test(text) && text !== 'do') + 1,
    );
    const behind = parts.words(at + 1, at + 6).replaceAll(' ', '');
    const wished =
      near.some(
        ({ text }) => wishes.test(text) || purposes.test(text) || (text === 'do' && parts.language === 'pol'),
      ) || purposesBehind.test(behind);
    return wished && item?.kind === 'sponsored' && item.yes ? { kind: 'used' } : undefined;
  });
  for (let at = parts.items.length - 1; at >= 0; at--) {
    const { items, letters } = parts;
    const [one, before] = [items[at]?.text ?? '', items[at - 1]?.text ?? ''];
    const isBrand =
      brands.test(one) || (oneBrand.test(one) && (articles.test(before) || oneBrand.test(before)));
    if (
      !isBrand &&
      !(/^(?:brand|merek)$/.test(one) && parts.language !== 'eng') &&
      !(one === 'marka' && parts.language === 'tur')
    )
      continue;
    const from = at - (/[g?hjkTXx1]{0,5}$/.exec(parts.before(at))?.[0].length ?? 0);
    // `a brand that works with us` works with creators; elsewhere the verb comes last
    const to =
      at + (verbBehind.has(parts.language) ? (/^[g?hX1]{0,3}/.exec(parts.after(at))?.[0].length ?? 0) : 0);
    const isWork = (place: number) => place >= from && place <= to && works.test(items[place]?.text ?? '');
    const work = [1, 2, 3, 4, 5].flatMap((steps) => [at - steps, at + steps]).find(isWork);
    if (work === undefined) continue;
    // who would like to work with brands has not said that they did
    const clause = /[^.,]{0,5}$/.exec(letters.slice(0, Math.min(work, at)))?.[0].length ?? 0;
    if (items.slice(Math.min(work, at) - clause, work).some(({ text }) => wishes.test(text))) continue;
    const [start, end] = [Math.min(work, at), Math.max(work, at) + 1];
    const text = items
      .slice(start, end)
      .map((item) => item.text)
      .join(' ');
    // `no han colaborado con ninguna marca` is one negation
    const isTwice = /x[g?h]{0,3}$/.test(letters.slice(Math.max(0, start - 4), start));
    const yes = isTwice || !/[xX]/.test(letters.slice(start, end));
    parts.replaceAll(items.toSpliced(start, end - start, { kind: 'sponsored', yes, text }));
  }
  // `협찬 게시물이 없는`
  parts.reduce(/=(?:[gk]{1,3}X|Z)/g, ({ items }) =>
    items.length > 2 || koreanContents.test(items[1]?.text ?? '')
      ? { kind: 'sponsored', yes: false }
      : undefined,
  );
  // `not sponsored by Nike`: others may have sponsored them
  parts.reduce(/x[g?hzkjL]{0,4}=[gB]\?/g, ({ items }) =>
    byWords.has(items.at(-2)?.text ?? '') ? { kind: 'lost' } : undefined,
  );
  readCollaborations(parts);
};

/** `no previous collaborations`, `partnerships: none`; elsewhere the word says what the client wants. */
function readCollaborations(parts: Parts): void {
  const sponsored = (yes: boolean) => (): Made => ({ kind: 'sponsored', yes });
  parts.reduce(/[xZ][gh?zk]{0,4}1(?:[gk?]{0,2}[1=])*|1[gh?zk]{0,3}X/g, sponsored(false));
  parts.reduce(/1(?=[gk?]{0,2}:)/g, ({ items: [item] }) =>
    adjectives.test(item?.text ?? '') ? undefined : { kind: 'sponsored', yes: true },
  );
  parts.reduce(/L?1[gh?zk]{0,3}/g, ({ items, before }) => {
    const isPast = items.some(({ text }) => pastWords.test(text)) || /[zh][g?]{0,2}$/.test(before);
    return isPast ? { kind: 'sponsored', yes: true } : undefined;
  });
  parts.reduce(/1/g, () => ({ kind: 'glue' }));
}
const adjectives = /^(?:promo[tcz]|commerc|kommerz|werblich|pub+licit|komercy|tanitim|коммер)/;
const pastWords =
  /^(?:previous|past|prior|earlier|before|done|had|previ[ao]s?|anterior(?:es)?|anterieur|precedent|passe|bisherig|fruher|gehabt|eerder|wczesniej|poprzedni|ранее|прежн|предыдущ|sebelumnya|経験|実績|이력|경험|سابق)/;
const verbBehind = wordSet('deu nld tur');
const brands =
  /^(?:brands|marcas|marques|marken|merken|marek|marek innych|markami|markalarla|markayla|marka ile|marka|брендом|علامة تجارية|брендами|علامات(?: تجارية)?|companies|empresas|entreprises|firmen|unternehmen|aziende|marchi|bedrijven|firmami|firmalarla|компаниями|شركات)$/;
const oneBrand = /^(?:brand|marca|marque|marke|merk|empresa|firma|azienda|bedrijf)$/;
const articles =
  /^(?:a|any|another|an|de|una|alguna|ninguna|uma|alguma|nenhuma|.*une|aucune|einer|keiner|irgendeiner|een|geen|enig)$/;
const works =
  /^(?:work|team|promo[tvwcs]|promu|divulg|bewerb|beworb|geworben|gepromo|tanit|mempromosi|collab|partner|cooperat|trabaj|colabor|trabalh|travaill|boss|curra|bosser|zusammen\S*arbeit|gearbeitet|arbeite|kooper|lavor|samen\S*werk|gewerkt|werk|wspolprac|pracowa|calis|is ?birli|(?:be)?kerja|(?:ber)?kolabor|работа|сотруднич|(?:ال|ي|ت)?تعاون|(?:ال|ي|ت)?عمل)/;
const wishes =
  /^(?:want|like|willing|open|interest|looking|would|quier|quer|dispuest|dispost|interess|bereit$|mochte|souhait|pret|vogli|wil|bereid|chc|gotow|хот|готов|iste|ingin|mau|bersedia|يريد|ير?غب)/;
const isBridge = (kind: string): boolean => ['glue', 'word', 'to', 'having', 'content'].includes(kind);
const purposes = /^(?:for|para|pour|fur|per|voor|dla|для|untuk|buat|为|為)$/;
const purposesBehind =
  /^(?:icin|केलिए|のため|ための|(?:等|など)?をお願い|をご?依頼|でお願い|のご?依頼|のご?相談|를위|을위|용|진행할|의뢰|제안|을진행|를진행)/;

const koreanContents = /^(?:게시물|포스팅|영상|콘텐츠|피드)/;
