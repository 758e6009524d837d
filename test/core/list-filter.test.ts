import { describe, expect, it } from 'vitest';
import {
  compileTerm,
  FilterError,
  formatTerm,
  maxFilterCharacters,
  parseListFilter,
  parseSearch,
} from '../../src/core/list-filter.ts';

const objectOf = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`/${n}`, n])));

const term = (member: string, operator: string, value: string) => ({ member, operator, value });

describe('a filter', () => {
  it('has terms, an order and a limit', () => {
    expect(
      parseListFilter('  key=checkout credits>3\tstatus!=402 path~profile sort=-credits limit=20 '),
    ).toEqual({
      terms: [
        term('key', '=', 'checkout'),
        term('credits', '>', '3'),
        term('status', '!=', '402'),
        term('path', '~', 'profile'),
      ],
      sort: { member: 'credits', isDescending: true },
      limit: 20,
    });
    expect(parseListFilter('')).toEqual({ terms: [] });
  });

  it('has values with blanks in double quotes, which may have quotes', () => {
    const { terms } = parseListFilter(
      String.raw`notes~"no \"such\" key" path~a"b query.a="\\" errorCode="" key="\d" matched=true`,
    );
    expect(terms).toEqual([
      term('notes', '~', 'no "such" key'),
      term('path', '~', 'a"b'),
      term('query.a', '=', '\\'),
      term('errorCode', '=', ''),
      term('key', '=', '\\d'),
      term('matched', '=', 'true'),
    ]);
    expect(parseListFilter(terms.map(formatTerm).join(' ')).terms).toEqual(terms);
  });

  it('takes parameters and bodies as JSON too, and the names of the admin queries', () => {
    const { terms } = parseListFilter(
      'query={"uniqueId": "a b", "x": "}\\\\\\"}"} body={"/filters/0": {"value": 5}} since=2026-06-01T00:00:00Z decision=fields-get',
    );
    expect(terms).toEqual([
      { ...term('query.uniqueId', '=', 'a b'), json: 'a b' },
      { ...term('query.x', '=', '}\\"}'), json: '}\\"}' },
      { ...term('body/filters/0', '=', '{"value":5}'), json: { value: 5 } },
      term('at', '>=', '2026-06-01T00:00:00Z'),
      term('decisions', '=', 'fields-get'),
    ]);
    expect(parseListFilter(terms.map(formatTerm).join(' ')).terms).toEqual(terms);
  });

  it.each([
    ['credit>3', 'There is no member "credit"; the nearest valid one is credits.'],
    ['constructor=1', /^There is no member "constructor"; the nearest valid one is /],
    ['uniqueId=a', /^There is no member "uniqueId"; .*; a parameter is query\.uniqueId\.$/],
    ['clip/profile', /^"clip\/profile" is not a term; write terms as status=402 or credits>3/],
    ['credits', `"credits" has no operator and value; in a shell, quote the term: 'credits=…'.`],
    ['status= 402', '"status=" has no value; "" is the empty one.'],
    ['credits>many', `'credits' is compared with a number, not "many".`],
    ['at>soon', /^'at' is compared with an instant .*, not "soon"\.$/],
    ['at>2026-2-8', /^'at' is compared with an instant/],
    ['at>2026-02-31', /^'at' is compared with an instant/],
    ['at=99999999999999999', /^'at' is compared with an instant/],
    ['operation>a', `'operation' takes =, != and ~.`],
    ['matched=yes', `'matched' is true or false, not "yes".`],
    ['sort=credit', `'sort' has no "credit"; the nearest valid one is credits.`],
    ['sort=notes', /^'sort' has no "notes"/],
    ['sort=id sort=at', "Give 'sort' and 'limit' once each."],
    ['sort>id', /^'sort' has no "id"/],
    ['limit=1 limit=2', "Give 'sort' and 'limit' once each."],
    ['since>5', /^There is no member "since"/],
    ['limit=0', "'limit' must be limit=1 to limit=1000000."],
    ['limit>3', "'limit' must be limit=1 to limit=1000000."],
    ['limit=1000001', "'limit' must be limit=1 to limit=1000000."],
    ['notes="open', 'The quotation mark before open has no end.'],
    ['notes="a"b', 'Write a blank behind "a".'],
    ['body={"a"', 'The JSON {"a" has no end.'],
    [`body={${'a'.repeat(63)}`, /^The JSON \{a{63} has no end\.$/],
    [`body={${'a'.repeat(64)}`, /^The JSON \{a{63}… has no end\.$/],
    [`body=${objectOf(21)}`, "'body' must be a JSON object with at most 20 members."],
    [`notes="${'a'.repeat(70)}`, /^The quotation mark before a{64}… has no end\.$/],
    [`notes="${'a'.repeat(70)}"b`, /^Write a blank behind "a{63}…\.$/],
    ['body={a}', "'body' must be a JSON object with at most 20 members."],
    ['body={"a":1}', '"a" is not a JSON pointer: a pointer begins with a slash.'],
    ['query={"a":1}', "The values of 'query' must be strings."],
    ['query=a', "Write 'query' as query.<parameter>, or as a JSON object."],
    ['x'.repeat(maxFilterCharacters + 1), 'A filter has at most 2000 characters.'],
    ['id=1 '.repeat(21), 'A filter has at most 20 terms.'],
    [`path=${'*'.repeat(201)}`, "'path' has at most 200 characters."],
  ])('refuses %s', (text, message) => {
    expect(() => parseListFilter(text)).toThrow(FilterError);
    expect(() => parseListFilter(text)).toThrow(
      typeof message === 'string' ? new FilterError(message) : message,
    );
  });

  it('may be as long as its limits', () => {
    expect(parseListFilter(`limit=1000000 sort=id${' status=1'.repeat(18)}`)).toMatchObject({
      limit: 1_000_000,
      terms: { length: 18 },
    });
    expect(parseListFilter(`body=${objectOf(20)}`).terms).toHaveLength(20);
    expect(parseListFilter(`path=${'*'.repeat(200)}`).terms).toHaveLength(1);
    const value = 'x'.repeat(maxFilterCharacters - 'notes~'.length);
    expect(parseListFilter(`notes~${value}`).terms).toEqual([term('notes', '~', value)]);
  });

  it('leaves words to a search', () => {
    expect(parseSearch('checkout status>=400 /clip/profile?uniqueId=a')).toEqual({
      words: ['checkout', '/clip/profile?uniqueId=a'],
      filter: { terms: [term('status', '>=', '400')] },
    });
  });

  it('takes any text within its length, or refuses it with a sentence', () => {
    const letters = ['id', 'body', 'query.', ...'"\\{}=!~<> /9\u2028'];
    let seed = 7;
    for (let n = 0; n < 20_000; n++) {
      const text = Array.from({ length: 1 + (n % 12) }, () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return letters[seed % letters.length];
      }).join('');
      try {
        parseListFilter(text);
      } catch (error) {
        expect(error).toBeInstanceOf(FilterError);
      }
    }
  });
});

describe('a term', () => {
  it.each([
    ['credits>3', 3.001, true],
    ['credits>3', 3, false],
    ['credits>=3', 3, true],
    ['credits<0.2', 0.1, true],
    ['status~40', 404, true],
    ['errorCode=""', null, true],
    ['errorCode!=""', 'NOT_FOUND', true],
    ['errorCode=NOT_FOUND', 'not_found', false],
    ['errorCode~not_', 'NOT_FOUND', true],
    ['path=/*/profile', '//clip//profile', true],
    ['path!=/**', '/clip/profile', false],
    ['decisions=fields-get', ['other', 'fields-get'], true],
    ['decisions!=fields-get', ['other', 'fields-get'], false],
    ['notes~url', ['A', 'The URL is long'], true],
    ['notes~URL', ['A', 'the url is long'], true],
    ['credits<3', 3, false],
    ['credits<=3', 3, true],
    ['credits<=3', 3.001, false],
    ['credits>=3', 2.999, false],
    ['notes=""', [], true],
    ['notes!=""', [], false],
    ['query.fields=""', [], true],
    ['query.pageSize>10', ['9', '50'], true],
    ['query.pageSize>10', ['many'], false],
    ['body/n=5', 5, true],
    ['body/n>=5', '5', true],
    ['body={"/n": 5}', '5', false],
    ['body={"/list": [1, 2]}', [1, 2], true],
    ['body/list=2', [1, 2], true],
    ['at>=2026-06-01T00:00:00Z', Date.parse('2026-06-01'), true],
    ['at~2026-06-01', Date.parse('2026-06-01'), true],
    ['matched=false', false, true],
  ])('%s holds for %j: %j', (text, found, holds) => {
    const [first] = parseListFilter(text).terms;
    if (!first) throw new Error('no term');
    expect(compileTerm(first)(found)).toBe(holds);
  });
});
