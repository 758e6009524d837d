import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { redactScalar } from '../../src/recording/redact-value.ts';

const one = createPseudonyms(Buffer.from('the secret of one project, 32 characters'));
const other = createPseudonyms(Buffer.from('the secret of another one, 32 characters'));

describe('pseudonyms', () => {
  it('are the same in every run of one project, and others in another project', () => {
    expect(one.identifier('jane.doe')).toBe('vzhr.juy');
    expect(other.identifier('jane.doe')).not.toBe(one.identifier('jane.doe'));
    expect(one.name('Jane Doe')).not.toBe(other.name('Jane Doe'));
    expect(one.text('Dinner for tired people')).not.toBe(other.text('Dinner for tired people'));
    expect([one.factor, one.days]).not.toEqual([other.factor, other.days]);
  });

  it('have the form of what they stand for', () => {
    expect(one.identifier('@Jane_Doe.99')).toMatch(/^@[A-Z][a-z]{3}_[A-Z][a-z]{2}\.\d\d$/);
    expect(one.identifier('UCsample-creator00000000')).toMatch(/^UC[a-z]{6}-[a-z]{7}\d{8}$/);
    expect(one.identifier('6f1ed002ab5595859014ebf0')).toMatch(/^[0-9a-f]{24}$/);
    // ids of clip contents are digits alone
    expect(one.identifier('7588973599138576083')).toMatch(/^\d{19}$/);
    expect(one.identifier('lanternfish-tea.example')).toMatch(/^[a-z]{11}-[a-z]{3}\.example$/);
    expect(one.name('Анна Каренина')).toMatch(/^[А-Я][а-я]{3} [А-Я][а-я]{7}$/);
    expect(one.name('田中 さくら')).toMatch(/^\p{Script=Han}{2} \p{Script=Hiragana}{3}$/u);
    expect(one.email('jane.doe+work@mail.doe.com')).toMatch(
      /^[a-z]{4}\.[a-z]{3}\+[a-z]{4}@[a-z]{4}\.[a-z]{3}\.example$/,
    );
    expect(one.hashtag('#Practice1')).toMatch(/^#[A-Z][a-z]{7}\d$/);
  });

  it('are places anywhere on the map but for the poles', () => {
    const farthest = ['lat', 'lng'].map((name) =>
      Math.max(...Array.from({ length: 500 }, (_, n) => Math.abs(Number(redactScalar(one, [name], n / 10))))),
    );
    expect(farthest.map(Math.round)).toEqual([60, 180]);
  });

  it('differ where identifiers do, and follow the case of letters', () => {
    const id = fc.stringMatching(/^[a-zA-Z0-9._]{1,24}$/);
    fc.assert(
      fc.property(id, id, (a, b) => {
        if (a !== b) expect(one.identifier(a)).not.toBe(one.identifier(b));
        expect(one.identifier(a.toLowerCase())).toBe(one.identifier(a).toLowerCase());
      }),
      {
        numRuns: 2_000,
        examples: [
          ['.tV', '_'],
          ['Shop.COM', 'shop.com'],
          ['.qq', '.tv'],
        ],
      },
    );
  });

  it('keep the links between fields: handles, tags and addresses inside texts and URLs', () => {
    const handle = one.identifier('jane.doe');
    expect(one.url('https://img.example/avatar/jane.doe.jpg')).toBe(
      `https://img.example/avatar/${handle}.jpg`,
    );
    expect(one.url('https://www.youtube.com/watch?v=shanvideo01&utm=jane')).toBe(
      `https://www.youtube.com/watch?v=${one.identifier('shanvideo01')}`,
    );
    const text = one.text('Ask @jane.doe or jane@doe.com, see #practice');
    expect(text).toContain(`@${handle}`);
    expect(text).toContain(one.email('jane@doe.com'));
    expect(text).toContain(one.hashtag('#practice'));
  });

  it('invent texts of the same length, blanks and signs, without a word of the true one', () => {
    const bio = 'Dinner for tired people. New video every other day 🍜';
    const invented = one.text(bio);
    expect([...invented].length).toBe([...bio].length);
    expect(invented.replace(/[^ .]/gu, 'x')).toBe(bio.replace(/[^ .]/gu, 'x'));
    for (const word of bio.split(/[ .]+/).filter((each) => each.length > 3))
      expect(invented).not.toContain(word);
  });

  it.each([
    [
      'English',
      'The best of my week is dinner with you, and I make it for tired people',
      /^(?:the|and|was|not|to|of|in|on|at|be|we|me|he|as|an|by|do|go|if|no|so|up|us|are|but|all|any|can|had|her|one|our|that|this|have)$/,
    ],
    [
      'Spanish',
      'Las mejores recetas de mi casa para la familia y los que no tienen tiempo',
      /^(?:el|la|los|las|de|que|en|un|una|con|por|del|se|su|al|y|es)$/,
    ],
    [
      'German',
      'Das beste Rezept für die ganze Familie, und es ist nicht teuer',
      /^(?:der|die|das|und|ist|den|mit|von|im|zu|ein|wir|ich|es|er|nur)$/,
    ],
    [
      'Turkish',
      'Bu tarif çok güzel ve her gün için daha iyi bir yemek',
      /^(?:bir|bu|ve|da|de|için|çok|her|var|ben|sen|ne|en|ki|ya)$/,
    ],
    [
      'Russian',
      'Это мой лучший рецепт для тех, кто не хочет долго готовить на кухне',
      /^(?:и|в|не|на|я|с|что|как|по|но|из|за|он|мы|все|так|для)$/,
    ],
  ])('invent texts in the language of the true one: %s', (_, text, common) => {
    const wordsIn = (of: string): string[] => of.toLowerCase().match(/\p{L}+/gu) ?? [];
    for (const names of [one, other]) {
      const invented = names.text(text);
      expect([...invented].length).toBe([...text].length);
      expect(wordsIn(invented).filter((word) => common.test(word)).length).toBeGreaterThan(1);
      // none of the true words is left
      expect(wordsIn(invented).filter((word) => wordsIn(text).includes(word) && word.length > 1)).toEqual([]);
    }
  });

  it('take time in proportion to the length of a text', () => {
    const hostile = [
      'a@'.repeat(50_000),
      'a.'.repeat(50_000),
      `${'a'.repeat(100_000)}@`,
      `https://${'x'.repeat(100_000)}`,
      '#'.repeat(100_000),
    ];
    const timed = (text: string) => {
      const from = performance.now();
      createPseudonyms(Buffer.alloc(32, 1)).text(text);
      return performance.now() - from;
    };
    // A quadratic search would take minutes; the sum is compared with that of a plain text.
    const plain = timed('plain words '.repeat(8_400)) * hostile.length;
    const spent = hostile.map(timed).reduce((sum, each) => sum + each, 0);
    expect(spent).toBeLessThan(plain * 50 + 1_000);
  });
});
