import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { tokensOf } from '../../../src/creators/language/tokens.ts';
import { noon } from '../../harness.ts';
import { worldOf } from '../world/worlds.ts';
import { type Phrases, tongues } from './together-phrases.ts';

const lexicon = await inSlices(makeLexicon(await worldOf({ seed: 1, size: 60 })));

/** A number, a comparison and negations in each language, to stand where nobody expects them. */
const strays: Readonly<Record<string, string>> = {
  English: '731|7.31%|at least|fewer than|not|without|excluding|nobody',
  Spanish: '731|7,31 %|al menos|menos de|no|sin|excluyendo|nadie',
  German: '731|7,31 %|mindestens|weniger als|nicht|ohne|außer|niemand',
  French: '731|7,31 %|au moins|supérieur à|pas|sans|sauf|aucun',
  Portuguese: '731|7,31%|pelo menos|menos de|não|sem|exceto|ninguém',
  Italian: '731|7,31%|almeno|meno di|non|senza|tranne|nessuno',
  Dutch: '731|7,31%|minstens|minder dan|niet|zonder|behalve|niemand',
  Polish: '731|7,31%|co najmniej|mniej niż|nie|bez|oprócz|nikt',
  Turkish: '731|%7,31|en az|değil|hariç|olmayan',
  Indonesian: '731|7,31%|minimal|kurang dari|bukan|tanpa|kecuali|jangan',
  Russian: '731|7,31%|не менее|меньше|не|без|кроме|никто',
  Japanese: '731|7.31%|以上|未満|ない|なし|以外|除く',
  Korean: '731|7.31%|초과|미만|않는|없는|제외|아닌',
  Chinese: '731|7.31%|至少|少于|不|没有|除了|以外',
  Arabic: '731|7.31%|على الأقل|أعلى من|لا|بدون|ليس|باستثناء',
  Hindi: '731|7.31%|कम से कम|से कम|नहीं|बिना|को छोड़कर',
};

const wordsOf = (text: string): string[] => tokensOf(text).map((token) => token.text);

/** The words of the notes that say how a part was read, and what of it was left out. */
const accountOf = (notes: readonly string[]): string =>
  notes
    .filter((note) => /^(?:Read|Left) "/.test(note))
    .flatMap((note) => [...note.matchAll(/"([^"]*)"/g)].map(([, words]) => words))
    .join(' | ');

/** One to four constraints of a language with a stray part somewhere, before, behind or between them. */
const textsOf = (language: string, { begin, joints, others, places, audiences }: Phrases) =>
  fc
    .tuple(
      fc.shuffledSubarray([...others, ...places, ...audiences], { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...joints),
      fc.constantFrom(...(strays[language] ?? '').split('|')),
      fc.nat({ max: 4 }),
      fc.constantFrom(' ', ', '),
    )
    .map(([constraints, joint, stray, place, blank]) => {
      const parts = constraints.map((each, at) => (at === place ? `${stray}${blank}${each}` : each));
      const text = `${begin}, ${parts.join(joint)}`;
      return { stray, text: place < constraints.length ? text : `${text}${blank}${stray}` };
    });

describe.each(Object.entries(tongues))('in %s', (language, phrases) => {
  it('a number, comparison or negation anywhere is read as a part of something, or nothing is searched', () => {
    let searched = 0;
    fc.assert(
      fc.property(textsOf(language, phrases), ({ text, stray }) => {
        const { refused, notes } = readDescription(text, lexicon, noon);
        if (refused.length > 0) return;
        searched += 1;
        const account = accountOf(notes);
        const known = new Set(wordsOf(account));
        expect(
          wordsOf(stray).filter((word) => /\p{L}|\p{N}/u.test(word) && !account.includes(word)),
          text,
        ).toEqual([]);
        const numbers = wordsOf(text).filter((word) => /^\d/.test(word));
        expect(
          numbers.filter((word) => !known.has(word)),
          text,
        ).toEqual([]);
      }),
      { numRuns: 400, seed: 35 },
    );
    expect(searched).toBeGreaterThan(20);
  });
});

describe('what no rule uses is not left out in silence', () => {
  const isRefused = (text: string) => readDescription(text, lexicon, noon).refused.length > 0;

  it.each([
    'cat creators who dropped something last week',
    'cuochi che hanno sfornato qualcosa la settimana scorsa',
    'Köche, die letzte Woche was rausgehauen haben',
    'кошки, залили что-то на прошлой неделе',
    'kucing yang mengeluarkan sesuatu minggu lalu',
    '餐饮博主，上周有东西',
    '고양이 유튜버 지난주에 뭔가',
    '猫チャンネル、先週何か',
  ])('a time: %s', (text) => {
    expect(isRefused(text)).toBe(true);
  });

  it.each([
    'cats, ranked on how pretty they are',
    'gatos ordenados por belleza',
    'chats classés par popularité',
  ])('an order: %s', (text) => {
    expect(isRefused(text)).toBe(true);
  });

  it.each([
    'Italy or Atlantis, cats',
    'chats, France ou Narnie',
    'cats in Brazil, Narnia and Peru',
    'кошки, Россия или Нарния',
    '猫、日本かナルニア',
    '고양이, 한국이나 나니아',
    'قطط من مصر أو نارنيا',
  ])('a name in a list of places: %s', (text) => {
    expect(isRefused(text)).toBe(true);
  });

  it.each([
    ['Instagram, kedi, İran ya da Gürcistan', ['IRN', 'GEO']],
    ['cats in Benin or Togo', ['BEN', 'TGO']],
    ['Katzen aus Papua-Neuguinea und Grönland', ['PNG', 'GRL']],
  ])('the countries of `%s` are known', (text, value) => {
    expect(readDescription(text, lexicon, noon)).toMatchObject({
      refused: [],
      body: { filters: expect.arrayContaining([{ filterName: 'country', op: 'in', value }]) },
    });
  });
});
