import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { redactScalar } from '../../src/recording/redact-value.ts';

const one = createPseudonyms(Buffer.from('the secret of one project, 32 characters'));
const other = createPseudonyms(Buffer.from('the secret of another one, 32 characters'));

describe('pseudonyms', () => {
  it.each([
    ['identifier', 'jane.doe', 'vzhr.juy'],
    ['identifier', '@Jane_Doe.99', '@Mxmx_Ebp.57'],
    ['identifier', 'UCsample-creator00000000', 'UCqnhmzb-rdybfrq95395096'],
    ['identifier', '6f1ed002ab5595859014ebf0', 'e642e5a31e9b4b0a95ae7f0c'],
    // ids of clip contents are digits alone
    ['identifier', '7588973599138576083', '9150481722167822625'],
    ['identifier', 'lanternfish-tea.example', 'vnhgdadjkrr-tdc.example'],
    ['name', 'Анна Каренина', 'Вйгц Юихрщщуо'],
    ['name', '田中 さくら', '瓸歅 ぅっし'],
    ['email', 'jane.doe+work@mail.doe.com', 'glrx.bcu+ueth@kpkk.rnf.example'],
    ['email', 'jane@localhost', 'ofrn@irdalsojr.example'],
    ['email', '@doe.com', '@rnf.example'],
    ['email', 'no address', 'tl radrzct'],
    ['hashtag', '#Practice1', '#Ywdbjebh0'],
    ['hashtag', 'practice', 'wizvncjq'],
    [
      'url',
      'http://www.jane.example:8443/P/reel/a%20b.jpeg?x=1#top',
      'http://ofrn.example:8443/H/reel/k%20b.jpeg',
    ],
    ['text', 'The cat of Umbria', 'Peq mao kl Njbmqj'],
    [
      'text',
      'Dinner for tired people, every other day of the week, with what is left in your kitchen',
      'Mmqqxj cmu zuoyi ldaqbi, yyzeh wnwaf wnv yj idh uurm, yzad twen il nkgf al xgjz yvcdwep',
    ],
    // the last letter of each alphabet moves within it, and the sign after it is none of its letters
    ['text', '9: z{ öß þÿ ωϊ яѐ תװ غـ يً हऺ ฮฯ んゔ ヴヷ 鿿 힣', '8: e{ äx ýy οb яc ןy ةn كً ठऺ ฒz えl oj 赬 랳'],
    ['text', '🍼🍽 🐾🐿 🙏🚀', '🍬🍽 🐺🐿 😴🚀'],
    ['digest', 'anything', '5f2bcecec26faf00'],
  ] as const)('are the same in every run and version: %s %s', (kind, given, made) => {
    expect(one[kind](given)).toBe(made);
    expect(other[kind](given)).not.toBe(made);
  });

  it('change figures in every project by its own factor and days', () => {
    expect([one.factor, one.days, one.coordinate(48.2, 60)]).toEqual([2.0331372653080386, 10, -55.5264]);
    expect([one.factor, one.days]).not.toEqual([other.factor, other.days]);
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

  it('invent a long text in one pass', () => {
    for (const hostile of ['a@', 'a.', '#']
      .map((piece) => piece.repeat(50_000))
      .concat(`${'a'.repeat(100_000)}@`))
      expect(one.text(hostile)).toHaveLength(hostile.length);
  });
});
