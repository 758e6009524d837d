import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/core/operations.ts';
import type { ObservedCall } from '../../../src/trials/exploration/call.ts';
import { outcomeNames, outcomeOf } from '../../../src/trials/exploration/outcomes.ts';
import { rulesOf } from '../../../src/trials/exploration/rules-of.ts';
import { parseFault } from '../../../src/trials/exploration/schedule.ts';
import { operationOf, outcomes } from '../../generations.ts';
import { callOf, runOf } from './observed.ts';

const request = (parameters: object, method = 'GET') => ({
  request: { method, path: '/', parameters: parameters as ObservedCall['request']['parameters'] },
});
const profile = (occurrence = 1, parameters: object = { uniqueId: 'one' }, method = 'GET') =>
  callOf('clip/profile', 'one', { occurrence, ...request(parameters, method) });
const profiles = (count: number) => Array.from({ length: count }, (_, n) => profile(n + 1));
const page = (offset: number, rest: Partial<ObservedCall> = {}) =>
  callOf('clip/search', `offset=${offset}`, { ...request({ offset, pageSize: 2 }, 'POST'), ...rest });
const pages = (count: number) => Array.from({ length: count }, (_, n) => page(n * 2));
const parameters = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, 'x']));

/** Rules in JSON, `3×succeed` in place of three steps. */
function written(calls: readonly ObservedCall[], ...faults: string[]): string {
  const rules = rulesOf(faults.map(parseFault), runOf(calls), operations, outcomes);
  const text = (rules ?? ['none']).map((rule) => JSON.stringify(rule)).join(' ');
  return text.replace(
    /("(?:succeed|fail)")(,\1)+/g,
    (all, step: string) => `${all.split(',').length}×${step}`,
  );
}

const match = '{"match":{"operation":"clip/profile","method":"GET","query":{"uniqueId":"one"}}';
const unavailable = '"respond":{"errorCode":"SERVICE_UNAVAILABLE"}';
const once = `${match},${unavailable},"times":1}`;
const repeated =
  '{"match":{"operation":"clip/search","method":"POST","body":{"/pageSize":2}},"profile":"page-repeats"';

describe('the fault rules of a schedule', () => {
  it.each<[string, readonly ObservedCall[], readonly string[], string]>([
    ['a first call', profiles(1), ['503@clip/profile one#1'], once],
    [
      'a third call',
      profiles(3),
      ['503@clip/profile one#3'],
      `${match},${unavailable},"sequence":[2×"succeed","fail"]}`,
    ],
    [
      'the last step',
      profiles(100),
      ['503@clip/profile one#100'],
      `${match},${unavailable},"sequence":[99×"succeed","fail"]}`,
    ],
    ['one beyond it', profiles(101), ['503@clip/profile one#101'], '"none"'],
    [
      'two calls in turn',
      profiles(2),
      ['503@clip/profile one#1', '503@clip/profile one#2'],
      `${once} ${once}`,
    ],
    [
      'one between two calls',
      [...profiles(3), callOf('clip/profile', 'other', request({ uniqueId: 'two' }))],
      ['503@clip/profile one#1', '503@clip/profile one#3', '503@clip/profile other#1'],
      `${once} ${match},${unavailable},"sequence":["succeed","fail"]} ${once.replace('one', 'two')}`,
    ],
    [
      'a second call after a first one of another operation',
      [callOf('clip/contact', 'one', request({ uniqueId: 'one' })), ...profiles(2)],
      ['503@clip/contact one#1', '503@clip/profile one#2'],
      `${once.replace('profile', 'contact')} ${match},${unavailable},"sequence":["succeed","fail"]}`,
    ],
    ['a late second call', profiles(2), ['late@clip/profile one#2'], `${match},"hold":{},"times":1}`],
    ['all calls', profiles(2), ['503-onward@clip/profile one#1'], `{"match":{},${unavailable}}`],
    [
      'all calls after one',
      profiles(2),
      ['503-onward@clip/profile one#2'],
      `{"match":{},${unavailable},"sequence":["succeed",99×"fail"]}`,
    ],
    [
      'all calls after two',
      profiles(3),
      ['503-onward@clip/profile one#3'],
      `{"match":{},${unavailable},"sequence":[2×"succeed",98×"fail"]}`,
    ],
    [
      'all calls after 99',
      profiles(100),
      ['503-onward@clip/profile one#100'],
      `{"match":{},${unavailable},"sequence":[99×"succeed","fail"]}`,
    ],
    ['all calls after 100', profiles(101), ['503-onward@clip/profile one#101'], '"none"'],
    [
      'a body',
      [profile(1, { 'a/b~c': [1] }, 'POST')],
      ['reply-lost@clip/profile one#1'],
      '{"match":{"operation":"clip/profile","method":"POST","body":{"/a~1b~0c":[1]}},"cut":{"bytes":0,"how":"close"},"times":1}',
    ],
    [
      'no parameter',
      [profile(1, {})],
      ['not-json@clip/profile one#1'],
      '{"match":{"operation":"clip/profile","method":"GET"},"profile":"not-json","times":1}',
    ],
    [
      'an empty body',
      [profile(1, {}, 'POST')],
      ['body-cut@clip/profile one#1'],
      '{"match":{"operation":"clip/profile","method":"POST"},"profile":"cut","times":1}',
    ],
    [
      'eleven parameters',
      [profile(1, parameters(11))],
      ['503@clip/profile one#1'],
      once.replace('{"uniqueId":"one"}', JSON.stringify(parameters(11))),
    ],
    [
      'twelve, of which more may be cut off',
      [profile(1, parameters(12))],
      ['503@clip/profile one#1'],
      '"none"',
    ],
    ['a query with a number', [profile(1, { n: 1 })], ['503@clip/profile one#1'], '"none"'],
    ['a text that is cut off', [profile(1, { uniqueId: 'on…' })], ['503@clip/profile one#1'], '"none"'],
    ['the second page', pages(2), ['page-repeats@clip/search offset=2#1'], `${repeated},"times":2}`],
    [
      'the third page',
      pages(3),
      ['page-repeats@clip/search offset=4#1'],
      `${repeated},"sequence":["succeed",2×"fail"]}`,
    ],
    [
      'the page of the last step',
      pages(100),
      ['page-repeats@clip/search offset=198#1'],
      `${repeated},"sequence":[98×"succeed",2×"fail"]}`,
    ],
    ['a page beyond it', pages(101), ['page-repeats@clip/search offset=200#1'], '"none"'],
    [
      'pages of which a text is cut off',
      [0, 2].map((offset) => page(offset, request({ offset, lang: 'e…' }, 'POST'))),
      ['page-repeats@clip/search offset=2#1'],
      '"none"',
    ],
    ['a first page', pages(1), ['page-repeats@clip/search offset=0#1'], '"none"'],
    [
      'a first page of another key',
      [page(0, { key: 2 }), page(2)],
      ['page-repeats@clip/search offset=2#1'],
      '"none"',
    ],
    [
      'a first page of another search',
      [page(0, request({ offset: 0, pageSize: 3 }, 'POST')), page(2)],
      ['page-repeats@clip/search offset=2#1'],
      '"none"',
    ],
    [
      'a first page in another method',
      [page(0, request({ offset: 0, pageSize: 2 })), page(2)],
      ['page-repeats@clip/search offset=2#1'],
      '"none"',
    ],
    ['a call that did not come', profiles(1), ['503@clip/profile one#2'], '"none"'],
    [
      'a renewal beside another fault',
      profiles(2),
      ['503@clip/profile one#1', 'renewal@clip/profile one#2'],
      '"none"',
    ],
  ])('for %s', (_, calls, faults, expected) => {
    expect(written(calls, ...faults)).toBe(expected);
  });
});

it('an outcome has the reply of its name in both generations, at the calls that can have it', () => {
  const calls = {
    paid: { operation: 'clip/profile', credits: 2, hasPageBefore: false },
    free: { operation: 'v2/apiStatus', credits: 0, hasPageBefore: false },
    page: { operation: 'clip/search', credits: 1, hasPageBefore: true },
    stream: { operation: 'nls', credits: 1, hasPageBefore: false },
  };
  const lines = outcomeNames.map((name) => {
    const { reach, loses, isSilent, once: milder, free, concerns, rule } = outcomeOf(name);
    const concerned = Object.entries(calls).flatMap(([call, each]) => (concerns(each) ? [call] : []));
    const rules = (['clip/profile', 'v2/clipBasic', 'usage'] as const).map((id) =>
      (JSON.stringify(rule?.(operationOf(id), outcomes)) ?? '-').replaceAll('"', ''),
    );
    return [
      ...[name, reach, ...(loses ? ['loses'] : []), ...(isSilent ? ['silent'] : [])],
      ...[...(milder ? [`milder ${milder}`] : []), ...(free ? [`free ${free}`] : [])],
      ...[`of ${concerned.join(', ')}`, ...new Set(rules)],
    ].join('; ');
  });
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "503; once; of paid, free, page, stream; {respond:{errorCode:SERVICE_UNAVAILABLE}}; -
    429; once; of paid, free, page, stream; {respond:{errorCode:RATE_LIMIT_EXCEEDED}}; {respond:{errorCode:QuotaRate}}
    500; once; of paid, free, page, stream; {respond:{errorCode:INTERNAL_SERVER_ERROR}}; {respond:{errorCode:ServerError}}
    reset; once; silent; of paid, free, page, stream; {respond:{errorCode:INTERNAL_SERVER_ERROR},cut:{bytes:0,how:reset}}; {respond:{errorCode:ServerError},cut:{bytes:0,how:reset}}
    reply-lost-uncharged; once; silent; of paid, free, page, stream; {respond:{errorCode:INTERNAL_SERVER_ERROR},cut:{bytes:0,how:close}}; {respond:{errorCode:ServerError},cut:{bytes:0,how:close}}
    failed-result; once; of stream; {profile:failed-result}
    stream-cut-before-result; once; of stream; {profile:reset-before-result}
    reply-lost; once; loses; silent; free reply-lost-uncharged; of paid, free, page; {cut:{bytes:0,how:close}}
    body-cut; once; loses; of paid, free, page; {profile:cut}
    not-json; once; loses; of paid, free, page; {profile:not-json}
    stream-cut-in-result; once; loses; of stream; {profile:reset-in-result}
    stream-cut-after-result; once; of stream; {cut:{events:1000,how:reset}}
    late; once; silent; of paid, free, page, stream; {hold:{}}
    page-repeats; once; of page; -
    renewal; once; of paid, free, page, stream; -
    503-onward; onward; milder 503; of paid, free, page, stream; {respond:{errorCode:SERVICE_UNAVAILABLE}}; -
    429-onward; onward; milder 429; of paid, free, page, stream; {respond:{errorCode:RATE_LIMIT_EXCEEDED}}; {respond:{errorCode:QuotaRate}}
    500-onward; onward; milder 500; of paid, free, page, stream; {respond:{errorCode:INTERNAL_SERVER_ERROR}}; {respond:{errorCode:ServerError}}
    402-onward; onward; of paid, page, stream; {respond:{errorCode:INSUFFICIENT_CREDITS}}; {respond:{errorCode:QuotaNotEnough}}; -
    key-revoked; onward; of paid, free, page, stream; {respond:{errorCode:UNAUTHORIZED}}; {respond:{errorCode:QuotaKey}}"
  `);
});
