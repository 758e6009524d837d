import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { redactBody, redactProgress } from '../../src/recording/redact-reply.ts';
import { isServiceKey, redactScalar } from '../../src/recording/redact-value.ts';

const names = createPseudonyms(Buffer.from('the secret of one project, 32 characters'));
const at = Date.parse('2026-03-02');
const moved = at - names.days * 86_400_000;
const scaled = (count: number) => Math.round(count * names.factor);

/** A body as a file has it, and the places that no schema knows. */
function redacted(schema: object, body: unknown) {
  const unknown: string[] = [];
  const how = { names, onUnknown: (place: string) => unknown.push(place) };
  return { written: redactBody(how, schema as never, 'clip/profile', body), unknown };
}
const ofData = (properties: object, data: unknown) => {
  const schema = { properties: { success: {}, data: { properties } } };
  const { written, unknown } = redacted(schema, { success: true, data });
  return { data: (written as { data: unknown }).data, unknown };
};
const at1 = (name: string) => [`clip/profile/${name}`];

describe('the data of a recorded reply', () => {
  const text = Type.String();
  it.each<[string, object, unknown, unknown, readonly string[]]>([
    ['a text of another one', { bio: text }, { bio: 'jane' }, { bio: names.text('jane') }, []],
    ['the form alone of a number for it', { bio: text }, { bio: 7 }, { bio: 0 }, at1('bio')],
    ['and of a flag', { bio: { type: 'boolean' } }, { bio: true }, { bio: false }, at1('bio')],
    ['and of an object', { bio: text }, { bio: { a: 1 } }, { bio: {} }, at1('bio')],
    ['and of a list', { bio: text }, { bio: ['a'] }, { bio: [] }, at1('bio')],
    ['null as it is', { bio: text }, { bio: null }, { bio: null }, []],
    ['flags', { isVerified: { type: ['boolean', 'null'] } }, { isVerified: true }, { isVerified: true }, []],
    ['scaled counts', { likes: { type: 'integer' } }, { likes: 1_000 }, { likes: scaled(1_000) }, []],
    [
      'scaled counts of any number',
      { likes: { type: 'number' } },
      { likes: 1_000 },
      { likes: scaled(1_000) },
      [],
    ],
    [
      'the form alone of a text for one',
      { likes: { type: 'integer' } },
      { likes: '9' },
      { likes: '' },
      at1('likes'),
    ],
    ['the form alone of what has no type', { likes: {} }, { likes: 9 }, { likes: 0 }, at1('likes')],
    ['listed words', { bio: { enum: ['a', 'b'] } }, { bio: 'b' }, { bio: 'b' }, []],
    ['no other word', { bio: { enum: ['a', 'b'], type: 'string' } }, { bio: 'c' }, { bio: '' }, at1('bio')],
    ['the only word', { bio: { const: 'a' } }, { bio: 'a' }, { bio: 'a' }, []],
    ['none but it', { bio: { const: 'a', type: 'string' } }, { bio: 'b' }, { bio: '' }, at1('bio')],
    [
      'lists',
      { hashtags: { items: text } },
      { hashtags: ['#a', 7] },
      { hashtags: [names.hashtag('#a'), 0] },
      at1('hashtags/*'),
    ],
    ['no text for a list', { bio: { items: text, type: 'string' } }, { bio: 'a' }, { bio: '' }, at1('bio')],
    ['no list for an object', { bio: { properties: {} } }, { bio: [7] }, { bio: [] }, at1('bio')],
    [
      'no text for an object',
      { bio: { properties: {}, type: 'string' } },
      { bio: 'a' },
      { bio: '' },
      at1('bio'),
    ],
    [
      'the order of the schema, and what it lacks after it',
      { likes: { type: 'integer' }, bio: text },
      { zipCode: 1, 'jane doe': 2, areaCode: 3, bio: '', likes: 1 },
      {
        likes: names.factor < 1 ? 1 : scaled(1),
        bio: '',
        areaCode: 0,
        [`unknown-${names.digest('jane doe')}`]: 0,
        zipCode: 0,
      },
      ['clip/profile/areaCode', `clip/profile/unknown-${names.digest('jane doe')}`, 'clip/profile/zipCode'],
    ],
    [
      'keys of maps that are words of the service',
      { topics: { patternProperties: { '.*': { properties: { likes: { type: 'integer' } } } } } },
      { topics: { id_food_All: { likes: 1_000 }, jane: { likes: 1_000 } } },
      { topics: { id_food_All: { likes: scaled(1_000) }, [`unknown-${names.digest('jane')}`]: {} } },
      at1(`topics/unknown-${names.digest('jane')}`),
    ],
    [
      'of two forms the one with its names',
      {
        links: {
          anyOf: [
            { properties: { bio: text, likes: text } },
            { properties: { bio: text, name: text } },
            { type: 'null' },
          ],
        },
      },
      { links: { bio: 'a', name: 'b' } },
      { links: { bio: names.text('a'), name: names.name('b') } },
      [],
    ],
    [
      'of two forms the one with fewer other names',
      {
        links: {
          anyOf: [
            { properties: { bio: text, likes: text, shares: text } },
            { properties: { bio: { enum: ['a'] } } },
          ],
        },
      },
      { links: { bio: 'b' } },
      { links: { bio: '' } },
      at1('links/bio'),
    ],
    [
      'of two forms the one with more of its names, though others are missing',
      {
        links: {
          anyOf: [{ properties: { bio: text } }, { properties: { bio: text, name: text, likes: text } }],
        },
      },
      { links: { bio: 'a', name: 'b' } },
      { links: { bio: names.text('a'), name: names.name('b') } },
      [],
    ],
    [
      'of two forms that fit as well the first',
      { links: { anyOf: [{ properties: { bio: text } }, { properties: { bio: { enum: ['a'] } } }] } },
      { links: { bio: 'b' } },
      { links: { bio: names.text('b') } },
      [],
    ],
    [
      'of two forms the list',
      { hashtags: { anyOf: [text, { items: text }] } },
      { hashtags: ['#a'] },
      { hashtags: [names.hashtag('#a')] },
      [],
    ],
    [
      'of two forms the text',
      { bio: { anyOf: [{ items: text }, text] } },
      { bio: 'a' },
      { bio: names.text('a') },
      [],
    ],
    [
      'of two forms no list for an object',
      { bio: { anyOf: [text, { properties: { bio: text, likes: text } }] } },
      { bio: {} },
      { bio: {} },
      [],
    ],
    ['of two forms the word', { bio: { anyOf: [text, { const: 'a' }] } }, { bio: 'a' }, { bio: 'a' }, []],
    [
      'of two forms not the other word',
      { bio: { anyOf: [{ const: 'a', type: 'string' }, { enum: ['b'], type: 'string' }, text] } },
      { bio: 'c' },
      { bio: names.text('c') },
      [],
    ],
  ])('has %s', (_what, properties, given, data, unknown) => {
    expect(ofData(properties, given)).toEqual({ data, unknown });
    expect(JSON.stringify(ofData(properties, given).data)).toBe(JSON.stringify(data));
  });

  it('may be all of the body, or no part of it', () => {
    const schema = { properties: { bio: text } };
    expect(redacted(schema, { bio: 'jane' })).toEqual({ written: { bio: names.text('jane') }, unknown: [] });
    expect(redacted(schema, 'jane')).toEqual({ written: '', unknown: ['clip/profile'] });
    expect(redacted({ properties: { success: {} } }, { data: { bio: 'jane' } })).toEqual({
      ...{
        written: { [`unknown-${names.digest('data')}`]: {} },
        unknown: [`clip/profile/unknown-${names.digest('data')}`],
      },
    });
  });
});

describe('the envelope of a recorded reply', () => {
  const listed = { field: 'filters[12].op', code: 'too_large', message: '' };
  it.each<[string, unknown, unknown]>([
    ['traceId', 'jane', '0'.repeat(32)],
    ['timestamp', at, moved],
    ['timestamp', 'jane', 0],
    ['creditsUsed', 2.5, 2.5],
    ['quotaUsed', 3, 3],
    ['creditsUsed', 'jane', 0],
    ['success', true, true],
    ['success', 'jane', false],
    ...[
      ...['creditsAvailable', 'planCreditsAvailable', 'purchasedCreditsAvailable', 'keyCreditsAvailable'],
      ...['quotaUsedTotal', 'remainingPlanCredit', 'remainingPrepurchasedCredit'],
    ].map((name): [string, number, number] => [name, 99, 0]),
    ['error', 'NotFoundError', 'NotFoundError'],
    ['error', '', ''],
    ['errorCode', 'A_NEW_CODE', 'A_NEW_CODE'],
    ['errorCode', 'ANewCode', 'ANewCode'],
    ['errorCode', 'Jane', names.text('Jane')],
    ['errorCode', 7, ''],
    ['message', '', ''],
    ['message', 'Jane is gone', names.text('Jane is gone')],
    ['errorDescription', 'Jane is gone', names.text('Jane is gone')],
    ['message', 7, ''],
    ['availableEndpoints', ['jane'], []],
    ['details', 'jane', []],
    ['details', ['jane', listed], [listed]],
    [
      'details',
      [{ field: 'credits', required: 2, available: 7, message: 'jane' }],
      [{ field: 'credits', message: 'Required 2, available 0.', required: 2, available: 0 }],
    ],
    [
      'details',
      [{ field: 'credits', required: '2', message: '', code: 'x' }],
      [{ field: '', message: '', code: 'x' }],
    ],
    [
      'details',
      [{ field: 'bio', required: 2, message: '', code: 'x' }],
      [{ field: 'bio', message: '', code: 'x' }],
    ],
    ['details', [{ field: 7, code: 7, message: 7 }], [{ field: '', message: '', code: '' }]],
    [
      'details',
      [{ field: 'jane', code: 'Jane', message: 'Jane' }],
      [{ field: '', message: names.text('Jane'), code: '' }],
    ],
    ['details', [{ ...listed, field: 'filters[1234].op' }], [{ ...listed, field: '' }]],
    [
      'details',
      [{ ...listed, field: `bio${'.bio'.repeat(24)}.` }],
      [{ ...listed, field: `bio${'.bio'.repeat(24)}.` }],
    ],
    ['details', [{ ...listed, field: `bio${'.bio'.repeat(24)}..` }], [{ ...listed, field: '' }]],
    ['other', 'jane', ''],
  ])('has %s of %j', (name, value, written) => {
    const schema = { properties: { success: {}, [name]: {} } };
    expect(redacted(schema, { [name]: value })).toEqual({ written: { [name]: written }, unknown: [] });
  });

  it.each<[unknown, string]>([
    [{ message: 'Looking for creators...' }, 'Looking for creators...'],
    [{ message: 'Looking for @jane' }, names.text('Looking for @jane')],
    [{ message: 7 }, ''],
    ['jane', ''],
  ])('has the progress of %j', (data, message) => {
    const how = { names, onUnknown: () => {} };
    expect(redactProgress(how, data)).toEqual({ message });
  });
});

describe('a value is written', () => {
  it.each<[string, string | number | boolean, unknown]>([
    ['clip/profile/priceLow', 10.55, Math.round(1_055 * names.factor) / 100],
    ['clip/profile/publishTime', at, moved],
    ['clip/profile/publishTime', String(at), String(moved)],
    ['clip/profile/publishTime', 'jane', undefined],
    ['clip/profile/cv', 0.5, 0.5],
    ['clip/profile/lengthSec', 7, 7],
    ['clip/content-search/publishTime', 7, 7],
    ['clip/profile/pageSize', 7, 7],
    ['clip/profile/pageSize', '7', '7'],
    ['clip/profile/pageSize', 'jane', undefined],
    ['clip/profile/country', 7, 7],
    ['clip/profile/requestCount', 7, 0],
    ['clip/profile/requestCount', '7', undefined],
    ['clip/profile/uniqueId', 7, undefined],
    ['clip/profile/uniqueId', 'jane', names.identifier('jane')],
    ['clip/profile/date', '20260302', new Date(moved).toISOString().slice(0, 10).replaceAll('-', '')],
    ['clip/profile/isVerified', true, true],
    ['clip/profile/likes', true, undefined],
    ['clip/profile/unheardOf', 7, undefined],
    ['clip/profile/country', '', ''],
    ['clip/profile/country', 'ITA', 'ITA'],
    ['clip/profile/country', 'Jane', names.text('Jane')],
    ['clip/profile/languages/*', 'ita', 'ita'],
    ['clip/profile/languages/*', 'jane', names.text('jane')],
    ['clip/profile/niches/*', 'id_food_All', 'id_food_All'],
    ['clip/profile/niches/*', 'id_jane doe', names.text('id_jane doe')],
    ['clip/profile/category', 'id_jane, or else', names.text('id_jane, or else')],
    ['clip/profile/category', 'Food & Drink', 'Food & Drink'],
    ['clip/profile/vssId', 'a.en', 'a.en'],
    ['clip/profile/vssId', 'en', names.text('en')],
    ['clip/profile/langCode', 'en-US', 'en-US'],
    ['clip/profile/langCode', 'english', names.text('english')],
    ['clip/profile/niches/*', 'Food', 'Food'],
    ['creatorLanguageBreakdown/*/key', 'ita', 'ita'],
    ['creatorLanguageBreakdown/*/key', 'italian', names.text('italian')],
  ])('by the class of %s: %j', (place, value, written) => {
    expect(redactScalar(names, place.split('/'), value)).toEqual(written);
  });

  it.each([
    ['clip', true],
    ['getClipProfile', true],
    ['searchAnything', true],
    ['id_food_All', true],
    ['getjane', false],
    ['id_food', false],
  ])('under the key %s: %s', (key, isKept) => {
    expect(isServiceKey(key)).toBe(isKept);
  });
});
