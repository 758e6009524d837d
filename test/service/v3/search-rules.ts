import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import type { TestApp } from '../../harness.ts';
import { invalid, newKey, refused, shortfall, success } from './common.ts';

export interface SearchRules {
  operation: OperationId & (`${string}/search` | `${string}/content-search`);
  /** Accepted filter names, in the order in which a refusal lists them. */
  names: string[];
  sortable: string[];
  /** A name of each kind. */
  number: string;
  string: string;
  /** Credits of one page. */
  price: number;
  /** Fewest filters. */
  fewest?: 0 | 1;
}

/** The filter by a value, or by any of several. */
export const is = (filterName: string, value: unknown) => ({
  filterName,
  op: Array.isArray(value) ? 'in' : '=',
  value,
});

/** Rules that all searches share: access, refusals, the cost of a page. */
export function describeSearch(
  { ask, post, available }: TestApp,
  { operation, names, sortable, number, string, price, fewest = 1 }: SearchRules,
): void {
  const filter = { filterName: number, op: '>', value: -1 };
  const valid = { filters: [filter], pageSize: 3, offset: 0 };
  const search = (body: unknown, key = newKey(operation)) => post(`/${operation}`, body, key);
  const listed = (all: string[]) => `must be one of: ${all.join(', ')}.`;

  describe(`/${operation}, like every search,`, () => {
    it.each([
      [
        'no object',
        [],
        { field: 'body', message: "'body': expected object, received array.", code: 'invalid_type' },
      ],
      [
        'more filters than ten',
        { ...valid, filters: Array.from({ length: 11 }, () => filter) },
        {
          field: 'filters',
          message: `Exceeded max filters of 10. Must be between ${fewest} and 10.`,
          code: 'too_big',
        },
      ],
      [
        'a name that is not listed',
        { ...valid, filters: [filter, { ...filter, filterName: 'nothing' }] },
        {
          field: 'filters[1].filterName',
          message: `'filters[1].filterName' ${listed(names)}`,
          code: 'invalid_enum',
        },
      ],
      [
        'a sort that is not listed',
        { ...valid, sortBy: 'nothing' },
        {
          field: 'sortBy',
          message: `'sortBy' ${listed(sortable)}`,
          code: 'invalid_enum',
        },
      ],
      [
        'a number sent as text',
        { ...valid, filters: [{ ...filter, value: '5' }] },
        {
          field: 'filters[0].value',
          message: `'${number}' takes a number, received string.`,
          code: 'invalid_type',
        },
      ],
      [
        'text where it is compared by size',
        { ...valid, filters: [{ filterName: string, op: '>', value: 'a' }] },
        {
          field: 'filters[0].op',
          message: `'${string}' is a string filter. Its operator must be one of: =, in.`,
          code: 'invalid_enum',
        },
      ],
      [
        'a page of more than a hundred',
        { ...valid, pageSize: 101 },
        {
          field: 'pageSize',
          message: 'Exceeded max pageSize of 100. Must be between 1 and 100.',
          code: 'too_big',
        },
      ],
    ])('refuses %s', async (_, body, detail) => {
      const key = newKey(operation);
      const { status, body: reply } = await search(body, key);

      expect(status).toBe(400);
      expect(reply).toEqual(invalid(detail));
      expect(await available(key)).toBe(1000);
    });

    it.each(['1e999', '-1e999'])(
      'refuses the number %s, which no number of JavaScript can hold',
      async (value) => {
        const key = newKey(operation);
        const { status, body: reply } = await ask({
          method: 'POST',
          url: `/${operation}`,
          headers: { 'api-key': key, 'content-type': 'application/json' },
          payload: Buffer.from(JSON.stringify(valid).replace('"value":-1', `"value":${value}`)),
        });
        const message = `'${number}' takes a finite number.`;
        expect([status, reply]).toEqual([
          400,
          invalid({ field: 'filters[0].value', message, code: 'invalid_type' }),
        ]);
        expect(await available(key)).toBe(1000);
      },
    );

    it('reports every problem at once, those of fields too', async () => {
      const { body } = await search({ filters: [{ value: 1 }], pageSize: 0, desc: 'yes', fields: 5 });
      expect((body['details'] as { field: string }[]).map(({ field }) => field)).toEqual([
        'filters[0].filterName',
        'filters[0].op',
        'pageSize',
        'offset',
        'desc',
        'fields',
      ]);
    });

    it('refuses a body that is not JSON', async () => {
      const { status, body } = await ask({
        method: 'POST',
        url: `/${operation}`,
        headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
        payload: '{"filters":',
      });
      expect(status).toBe(400);
      expect(body).toEqual(
        invalid({ field: 'body', message: 'Request body is not valid JSON.', code: 'invalid_format' }),
      );
    });

    it('takes its price for a page, an empty one too, and nothing for a refusal', async () => {
      const key = newKey(operation, `plan=${2 * price + 0.5}`);
      const { status, body } = await search(valid, key);
      expect(status).toBe(200);
      expect(body).toEqual(success(body['data'], price, price + 0.5));
      expect((await search({ ...valid, offset: 1_000_000 }, key)).body).toMatchObject({
        creditsUsed: price,
        creditsAvailable: 0.5,
      });
      expect(await search({ ...valid, pageSize: 0 }, key)).toMatchObject({ status: 400 });
      expect(await search(valid, key)).toMatchObject({
        status: 402,
        body: refused('insufficientCredits', shortfall(price, 0.5)),
      });
    });
  });
}
