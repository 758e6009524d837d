import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../src/core/glob.ts';
import { compilePointer } from '../../src/core/json-values.ts';
import { compileMatch, Match, type Matchable } from '../../src/core/match.ts';

const request: Matchable = {
  keyId: '0123456789abcdef',
  operation: 'clip/search',
  method: 'POST',
  url: '//clip/search?debug=1&debug=2',
  body: { filters: [{ filterName: 'country', op: '=', value: 'USA' }], pageSize: 3, 'a/b': { '~': null } },
};

describe('a match', () => {
  it.each<[Match, string[]]>([
    [{}, []],
    [{ key: 'my-key' }, []],
    [{ operation: 'clip/search' }, []],
    [{ operation: 'clip/profile' }, ['operation']],
    [{ method: 'POST', path: '/clip/*' }, []],
    [{ method: 'GET', path: '/gram/*' }, ['method', 'path']],
    [{ query: { debug: '2' } }, []],
    [{ body: { '/filters': { 0: {} }, '/a~1b': { '~': {} } } }, ['body/filters', 'body/a~1b']],
    [{ query: { debug: '3', other: '1' } }, ['query.debug', 'query.other']],
    [{ body: { '/pageSize': 3, '/filters/0/value': 'USA', '/a~1b/~0': null } }, []],
    [{ body: { '/filters': [{ value: 'USA', op: '=', filterName: 'country' }] } }, []],
    [
      { body: { '/pageSize': '3', '/filters/1': {}, '/a~1b': {} } },
      ['body/pageSize', 'body/filters/1', 'body/a~1b'],
    ],
    [
      { body: { '/filters/length': 1, '/filters/00': 1, '/constructor': 1 } },
      ['body/filters/length', 'body/filters/00', 'body/constructor'],
    ],
  ])('%j differs in %j', (match, differences) => {
    const matcher = compileMatch(match, '0123456789abcdef');
    expect(matcher.differences(request)).toEqual(differences);
    expect(matcher.matches(request)).toBe(differences.length === 0);
  });

  it('uses the key as the id if the caller gives none', () => {
    expect(compileMatch({ key: '0123456789abcdef' }).matches(request)).toBe(true);
    expect(compileMatch({ key: 'another' }).matches(request)).toBe(false);
    expect(compileMatch({ key: 'another' }).matches({ ...request, keyId: null })).toBe(false);
  });

  it('of a body never matches a request without a body', () => {
    expect(compileMatch({ body: { '/a': null } }).matches({ ...request, body: undefined })).toBe(false);
  });

  it('refuses invalid pointers and values that are nested too deep', () => {
    expect(() => compileMatch({ body: { pageSize: 1 } })).toThrow(RangeError);
    expect(() => compileMatch({ body: { '/a~2': 1 } })).toThrow(RangeError);
    const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown;
    expect(() => compileMatch({ body: { '': deep } })).toThrow(RangeError);
    const lists = (count: number) => JSON.parse('['.repeat(count) + ']'.repeat(count)) as unknown;
    expect(compileMatch({ body: { '/a': lists(33) } }).matches({ ...request, body: { a: lists(33) } })).toBe(
      true,
    );
    expect(() => compileMatch({ body: { '/a': lists(34) } })).toThrow(
      'The value at "/a" is nested deeper than 32.',
    );
    expect(compileMatch({ body: { '/filters': [] } }).matches({ ...request, body: { filters: deep } })).toBe(
      false,
    );
  });

  it('allows no other fields', () => {
    const valid = new Ajv({ strict: false }).compile(Match);
    expect(
      valid({ key: 'k', operation: 'nls', method: 'GET', path: '/*', query: {}, body: { '/a': 1 } }),
    ).toBe(true);
    const query = (count: number, value = '1') =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`q${n}`, value]));
    for (const match of [
      { key: 'k', operation: 'o', path: '*' },
      { key: 'x'.repeat(200), operation: 'x'.repeat(100), path: 'x'.repeat(200) },
      { query: query(20, 'x'.repeat(1_000)), body: query(20) },
    ])
      expect(valid(match)).toBe(true);
    for (const wrong of [
      { key: '' },
      { key: 'x'.repeat(201) },
      { operation: '' },
      { operation: 'x'.repeat(101) },
      { method: 'PUT' },
      { host: 'a' },
      { path: '' },
      { path: 'x'.repeat(201) },
      { query: query(21) },
      { query: query(1, 'x'.repeat(1_001)) },
      { body: query(21) },
      { body: [] },
    ])
      expect(valid(wrong)).toBe(false);
  });
});

describe('a glob', () => {
  it.each([
    ['/clip/profile', '/clip/profile', true],
    ['/clip/profile', '/clip/profiles', false],
    ['/clip/*', '/clip/profile', true],
    ['/clip/*', '/clip/', true],
    ['/clip/*', '/tube/subtitles/meta', false],
    ['/tube/*', '/tube/subtitles/meta', false],
    ['/tube/**', '/tube/subtitles/meta', true],
    ['**/meta', '/tube/subtitles/meta', true],
    ['/*/profile', '/gram/profile', true],
    ['/????/profile', '/clip/profile', true],
    ['/????/profile', '/clips/profile', false],
    ['/c?ip', '/c/ip', false],
    ['**', '', true],
    ['*', '/', false],
    ['/a.c', '/abc', false],
    ['/é*😀', '/éa😀', true],
  ])('%s against %s is %s', (glob, path, fits) => {
    expect(compileGlob(glob)(path)).toBe(fits);
  });

  it('ends on adversarial input, which a matcher that tries again from every star would not', () => {
    const fits = compileGlob(`${'*a'.repeat(50)}${'**a'.repeat(30)}b`);
    expect(fits('a'.repeat(2_000))).toBe(false);
  });
});

describe('a JSON pointer', () => {
  it('means the whole value if it is empty', () => {
    expect(compilePointer('')(7)).toBe(7);
  });
});
