import type { Static, TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, type TestApp } from '../../harness.ts';
import { invalid, type Malformed, newKey, refused, success } from './common.ts';

/** A brand of the fixtures that sponsors on both platforms. */
export const brandId = 'lanternfish-tea.example';

/**
 * The common rules of look-ups of one brand; `rest` is what the query needs beside the brand.
 * @returns asks for the record of a brand
 */
export function describeSponsorLookup<Reply extends TSchema>(
  sandbox: TestApp,
  {
    operation,
    reply,
    price,
    rest = '',
  }: { operation: OperationId; reply: Reply; price: number; rest?: string },
): (brandId: string, more?: string) => Promise<Static<Reply>> {
  const { get, available, world } = sandbox;
  const path = `/${operation}?brandId=`;
  const key = (terms?: string) => newKey(operation, terms);

  describe(`/${operation}`, () => {
    it('answers with the whole record in the envelope', async () => {
      const { status, body } = await get(`${path}${brandId}${rest}`, key());

      expect(status).toBe(200);
      expect(body).toEqual(success(expect.any(Object), price, 1000 - price));
      expectValid(reply, body['data']);
    });

    const shape = {
      field: 'brandId',
      message: "'brandId' has an invalid format. It must match ^[a-zA-Z0-9._-]+$.",
      code: 'invalid_format',
    };
    const malformed: Malformed[] = [
      [
        '',
        { field: 'brandId', message: "'brandId' is required and must not be empty.", code: 'too_small' },
        shape,
      ],
      ['a%20b', shape],
      ['https%3A%2F%2Fa.example', shape],
      ['%40a', shape],
      ['s%C3%BC%C3%9F', shape],
      [
        'a&brandId=b',
        { field: 'brandId', message: "'brandId': expected string, received array.", code: 'invalid_type' },
      ],
    ];
    it.each(malformed)('refuses the brand %s with every failed check', async (id, ...details) => {
      const one = key();
      expect(await get(`${path}${id}${rest}`, one)).toMatchObject({ status: 400, body: invalid(...details) });
      expect(await available(one)).toBe(1000);
    });

    it('needs a brandId', async () => {
      expect((await get(`/${operation}?${rest.slice(1)}`, key())).body).toEqual(
        invalid({ field: 'brandId', message: "Missing required field: 'brandId'.", code: 'required' }),
      );
    });

    it.each([['no-such-brand.example'], ['-'], ['...'], ['LANTERNFISH-TEA.example'], ['x'.repeat(3000)]])(
      'answers 404 for the odd-looking brand %s, free of charge: contract 7.2(3)',
      async (id) => {
        const one = key();
        expect(await get(`${path}${id}${rest}`, one)).toMatchObject({
          status: 404,
          body: refused('notFound'),
        });
        expect(await available(one)).toBe(1000);
      },
    );

    it.skipIf(isPublished)('answers for every brand of the world with a valid record', async () => {
      for (const brand of world.brands()) {
        if (brand.brandId === '') continue;
        const { status, body } = await get(`${path}${brand.brandId}${rest}`, 'demo-unlimited');
        expect([brand.brandId, status]).toEqual([brand.brandId, 200]);
        expectValid(reply, body['data']);
      }
    });
  });

  return async (id, more = rest) =>
    (await get(`${path}${id}${more}`, 'demo-unlimited')).body['data'] as Static<Reply>;
}

/** The pages of a list that is sorted: what every page holds, and which requests are refused. */
export function describeSponsorPages(
  { get, available }: TestApp,
  operation: OperationId,
  list: string,
  sortable: Record<string, (item: Record<string, unknown>) => number>,
): void {
  const key = () => newKey(operation);
  const page = async (more: string, one = 'demo-unlimited') =>
    get(`/${operation}?brandId=${brandId}${more}`, one);
  const items = async (more: string) =>
    ((await page(more)).body['data'] as Record<string, Record<string, unknown>[]>)[list] ?? [];
  const idOf = (item: Record<string, unknown>) => String(item['creatorId']);

  describe(`the pages of /${operation}`, () => {
    const platform = '&platform=gram';

    it('have 50 elements from the first on, latest first, and show that', async () => {
      const { body } = await page('&platform=tube');
      const data = body['data'] as Record<string, unknown>;

      expect(data).toMatchObject({ offset: 0, pageSize: 50 });
      expect((data[list] as unknown[]).length).toBe(data['totalResults']);
      expect(data['totalResults']).toBeGreaterThan(1);
      const first = Object.keys(sortable)[0];
      expect(await items('&platform=tube')).toEqual(await items(`&platform=tube&sortBy=${first}&desc=true`));
    });

    it.each(Object.entries(sortable))('are in the order of %s, equal ones by id', async (name, figure) => {
      const all = await items(`&platform=tube&sortBy=${name}`);
      const sorted = (sign: number) =>
        [...all].sort((a, b) => sign * (figure(a) - figure(b)) || (idOf(a) < idOf(b) ? -1 : 1));

      expect(all).toEqual(sorted(-1));
      expect(await items(`&platform=tube&sortBy=${name}&desc=false`)).toEqual(sorted(1));
    });

    it('join to the whole list, and are empty past its end', async () => {
      const all = await items('&platform=tube');
      const joined = [];
      for (let offset = 0; offset < all.length; offset++)
        joined.push(...(await items(`&platform=tube&pageSize=1&offset=${offset}`)));

      expect(joined).toEqual(all);
      expect((await page(`&platform=tube&offset=${all.length}`)).body['data']).toEqual({
        [list]: [],
        totalResults: all.length,
        offset: all.length,
        pageSize: 50,
      });
    });

    it.each([
      ['', 'platform', 'required'],
      ['&platform=clip', 'platform', 'invalid_enum'],
      [`${platform}&pageSize=0`, 'pageSize', 'too_small'],
      [`${platform}&pageSize=101`, 'pageSize', 'too_big'],
      [`${platform}&pageSize=ten`, 'pageSize', 'invalid_format'],
      [`${platform}&pageSize=`, 'pageSize', 'invalid_format'],
      [`${platform}&offset=-1`, 'offset', 'invalid_format'],
      [`${platform}&offset=1.5`, 'offset', 'invalid_format'],
      [`${platform}&sortBy=name`, 'sortBy', 'invalid_enum'],
      [`${platform}&desc=yes`, 'desc', 'invalid_enum'],
    ])('are refused for %s', async (more, field, code) => {
      const one = key();
      expect(await page(more, one)).toMatchObject({
        status: 400,
        body: { errorCode: 'VALIDATION_ERROR', details: [{ field, code }] },
      });
      expect(await available(one)).toBe(1000);
    });

    it('name every accepted order when one is refused', async () => {
      const { body } = await page(`${platform}&sortBy=name`, key());
      for (const name of Object.keys(sortable)) expect(body['message']).toContain(name);
    });

    it('report the limit of a page that is too large', async () => {
      expect((await page(`${platform}&pageSize=101`, key())).body['message']).toBe(
        'Exceeded max pageSize of 100. Must be between 1 and 100.',
      );
    });
  });
}
