import { type TSchema, Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publishedDictionary } from '../../../src/service/vocabulary/dictionary.ts';
import { translatorOf } from '../../../src/service/vocabulary/translator.ts';
import { createWords } from '../../../src/service/vocabulary/words.ts';

const dictionary = publishedDictionary();
const said = (word: string): string => dictionary.get(word) ?? word;

const Everything = Type.Object({
  gramId: Type.String(),
  plain: Type.Object({ caption: Type.String() }),
  platform: Type.Union([Type.Literal('gram'), Type.Literal('clip'), Type.Literal('tube')]),
  list: Type.Array(Type.Object({ gramGeoTaggedLocation: Type.Unknown(), name: Type.String() })),
  byPlatform: Type.Record(Type.String(), Type.Number(), { propertyNames: { enum: ['gram', 'clip'] } }),
  either: Type.Union([Type.Object({ tubeName: Type.String() }), Type.Null()]),
  listed: Type.Union([Type.Unsafe({ enum: ['tube', 'other'] }), Type.Null()]),
});

const everything = {
  gramId: 'gram',
  plain: { caption: 'gram' },
  platform: 'clip',
  list: [{ gramGeoTaggedLocation: null, name: 'tube' }],
  byPlatform: { gram: 1, clip: 2.5 },
  either: { tubeName: 'Tube' },
  listed: 'tube',
};

describe('a translator', () => {
  const translate = translatorOf(Everything, said) ?? expect.fail();

  it('renames fields, keys of maps and listed texts, and no other text', () => {
    expect(translate(everything)).toEqual({
      instagramId: 'gram',
      plain: { caption: 'gram' },
      platform: 'tiktok',
      list: [{ igGeoTaggedLocation: null, name: 'tube' }],
      byPlatform: { instagram: 1, tiktok: 2.5 },
      either: { youtubeName: 'Tube' },
      listed: 'youtube',
    });
  });

  it('is its own inverse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(everything)), (value, name) => {
        // the key that would set the prototype of the copy is dropped
        fc.pre(!JSON.stringify(value).includes('"__proto__"'));
        const mixed = { ...everything, [name]: value };
        expect(translate(translate(mixed))).toEqual(mixed);
      }),
    );
  });

  it.each([[null], [5], ['gramId'], [[]], [[everything]], [{ list: { gramGeoTaggedLocation: 1 } }]])(
    'passes on what is not of its form: %j',
    (value) => {
      expect(translate(value)).toEqual(value);
    },
  );

  it('renames what a map of any keys holds', () =>
    expect(translatorOf(Type.Record(Type.String(), Type.Literal('gram')), said)?.({ a: 'gram' })).toEqual({
      a: 'instagram',
    }));

  it('does not let a key set the prototype of the copy', () => {
    const hostile = JSON.parse('{"gramId":"a","__proto__":{"polluted":true}}') as object;
    const copy = translate(hostile) as Record<string, unknown>;
    expect(copy).toEqual({ instagramId: 'a' });
    expect(copy['polluted']).toBeUndefined();
  });

  it.each([
    Type.Object({ gramId: Type.String(), instagramId: Type.String() }),
    Type.Unsafe({ type: 'string', enum: ['gramId', 'instagramId'] }),
  ] as TSchema[])('refuses the same name for two fields or values', (schema) => {
    expect(() => translatorOf(schema, said)).toThrow(
      '"gramId" cannot become "instagramId", because another field or value has that name',
    );
  });

  it('refuses alternatives with different words, which no value tells apart', () => {
    const either = Type.Union([Type.Object({ gramId: Type.String() }), Type.Object({ clipId: Type.Null() })]);
    expect(() => translatorOf(either, said)).toThrow('cannot be distinguished');
  });

  it('leaves names alone that only look like words on the wire', () => {
    const videos = Type.Object({
      videos: Type.Integer(),
      sortBy: Type.Unsafe({ enum: ['videos', 'posts'] }),
    });
    expect(translatorOf(videos, (word) => (word === 'clip' ? 'videos' : word))).toBeUndefined();
  });
});

describe('a sentence', () => {
  const { sentence } = createWords({ vocabulary: 'published' });

  it.each([
    ['The gramId of a clip, and of no tube.', 'The instagramId of a tiktok, and of no youtube.'],
    ['Handle of a gram creator. A gram reel.', 'Handle of an instagram creator. An instagram reel.'],
    ["a user with an '@' and data of gram", "a user with an '@' and data of instagram"],
  ])('%j becomes %j', (neutral, published) => {
    expect(sentence(neutral)).toBe(published);
  });
});

describe('the URL of a page', () => {
  const Page = Type.Object({ url: Type.String({ examples: ['https://gram.example/p/abc'] }) });
  const translate = translatorOf(Page, said) ?? expect.fail();

  it.each([
    ['https://gram.example/p/gram', 'https://instagram.example/p/gram'],
    ['https://clip.example/@clip/video/1', 'https://tiktok.example/@clip/video/1'],
    ['https://tube.example/watch?v=tube', 'https://youtube.example/watch?v=tube'],
    ['https://img.example/gram.jpg', 'https://img.example/gram.jpg'],
    ['https://gram.example.com/p/a', 'https://gram.example.com/p/a'],
  ])('%s names its platform in the words of the wire', (neutral, published) => {
    expect(translate({ url: neutral })).toEqual({ url: published });
    expect(translate({ url: published })).toEqual({ url: neutral });
  });
});
