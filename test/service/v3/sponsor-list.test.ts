import { describe, expect, it } from 'vitest';
import {
  SponsorListItem,
  sponsorListItem,
  sponsorReach,
} from '../../../src/creators/records/sponsor-brand.ts';
import { sponsorships } from '../../../src/service/v3/sponsor/brand.ts';
import { sponsorPage } from '../../../src/service/v3/sponsor/list.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { testApp } from '../../harness.ts';
import { invalid, newKey, success } from './common.ts';

const { get, world, available } = await testApp({ size: 100 });
const operation = 'sponsor/list';

const all = [...world.brands()]
  .filter(({ brandId }) => brandId !== '')
  .map((brand) => sponsorListItem(brand, sponsorReach(sponsorships(world, brand))));
const byId = (a: { brandId: string }, b: { brandId: string }): number => (a.brandId < b.brandId ? -1 : 1);
const byName = all.toSorted((a, b) => (a.name === b.name ? byId(a, b) : a.name < b.name ? -1 : 1));

async function list(query: string, key = newKey(operation)) {
  const { status, body } = await get(`/${operation}${query}`, key);
  expect(status, JSON.stringify(body)).toBe(200);
  expectValid(sponsorPage(SponsorListItem), body['data']);
  return body['data'] as { sponsors: typeof all; totalResults: number; offset: number; pageSize: number };
}

describe('/sponsor/list', () => {
  it('answers with fifty brands by name when nothing is asked', async () => {
    const { status, body } = await get(`/${operation}`, newKey(operation));
    expect(status).toBe(200);
    expect(body).toEqual(
      success({ sponsors: byName.slice(0, 50), totalResults: all.length, offset: 0, pageSize: 50 }, 1, 999),
    );
  });

  it('answers with every brand once over its pages', async () => {
    const walked = [];
    for (let offset = 0; offset < all.length; offset += 7)
      walked.push(...(await list(`?pageSize=7&offset=${offset}`)).sponsors);
    expect(walked).toEqual(byName);
    expect(await list(`?offset=${all.length}`)).toEqual({
      sponsors: [],
      totalResults: all.length,
      offset: all.length,
      pageSize: 50,
    });
  });

  it('sorts by what a brand sponsors, equal ones by id, either way', async () => {
    const by = (sign: number) =>
      all.toSorted((a, b) => sign * (a.totalSponsoredContent - b.totalSponsoredContent) || byId(a, b));
    const sorted = async (query: string) =>
      (await list(`?pageSize=100&sortBy=totalSponsoredContent${query}`)).sponsors;
    expect(await sorted('')).toEqual(by(1).slice(0, 100));
    expect(await sorted('&desc=true')).toEqual(by(-1).slice(0, 100));
    expect((await list('?pageSize=100&desc=true')).sponsors[0]).toEqual(byName.at(-1));
  });

  it.each([
    [
      '?pageSize=101',
      {
        field: 'pageSize',
        message: 'Exceeded max pageSize of 100. Must be between 1 and 100.',
        code: 'too_big',
      },
    ],
    [
      '?sortBy=country',
      {
        field: 'sortBy',
        message: "'sortBy' must be one of: name, totalSponsoredContent.",
        code: 'invalid_enum',
      },
    ],
    ['?desc=1', { field: 'desc', message: "'desc' must be one of: true, false.", code: 'invalid_enum' }],
    [
      '?fields=name',
      {
        field: 'fields',
        message: "'fields' is not accepted by this operation.",
        code: 'unrecognized_key',
      },
    ],
  ])('refuses %s', async (query, detail) => {
    const key = newKey(operation);
    const { status, body } = await get(`/${operation}${query}`, key);
    expect(status).toBe(400);
    expect(body).toEqual(invalid(detail));
    expect(await available(key)).toBe(1000);
  });
});
