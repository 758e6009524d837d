import type { Static, TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import type { Platform } from '../../../src/creators/world/account.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, noon, type TestApp } from '../../harness.ts';
import { invalid, newKey, success } from './common.ts';
import { identifierOf } from './lookups.ts';

const dayMs = 86_400_000;
const midnight = noon - dayMs / 2;

interface Day {
  timestamp: number;
  totalContents: number;
}

/**
 * The common rules of the histories of all platforms.
 * @returns asks for the days of a creator by its handle
 */
export function describeHistory<Reply extends TSchema>(
  sandbox: TestApp,
  platform: Platform,
  reply: Reply,
): (handle: string, days: number) => Promise<Static<Reply>> {
  const { get, available, world } = sandbox;
  const operation: OperationId = `${platform}/performance-history`;
  const path = `/${operation}`;
  const key = (terms?: string) => newKey(operation, terms);
  const sample = identifierOf(platform, 'sample.creator');
  const ask = (days: string | number, one = key(), id = sample) =>
    get(`${path}?${id}&pastDayRange=${days}`, one);
  const daysOf = (body: Record<string, unknown>) => (body['data'] as { histories: Day[] }).histories;

  describe(path, () => {
    it.each([
      [1, 3],
      [7, 3],
      [8, 3.5],
      [30, 3.5],
      [31, 4],
      [90, 4],
      [91, 4.5],
      [180, 4.5],
      [181, 5],
      [365, 5],
    ])('answers with exactly %i days, newest first, for %d credits', async (days, price) => {
      const { status, body } = await ask(days);

      expect(status).toBe(200);
      expect(body).toEqual(success({ histories: expect.any(Array) }, price, 1000 - price));
      expectValid(reply, body['data']);
      // the newest at 00:00 UTC of today, exactly a day apart
      expect(daysOf(body).map(({ timestamp }) => timestamp)).toEqual(
        Array.from({ length: days }, (_, index) => midnight - index * dayMs),
      );
    });

    it('shows the same day in every range', async () => {
      const year = daysOf((await ask(365)).body);
      expect(daysOf((await ask(30)).body)).toEqual(year.slice(0, 30));
    });

    it('agrees with the profile of today', async () => {
      const [today] = daysOf((await ask(1)).body);
      const profile = (await get(`/${platform}/profile?${sample}`, key())).body['data'] as Day;
      const total = platform === 'tube' ? 'totalSubscribers' : 'totalFollowers';
      expect(today).toMatchObject({
        totalContents: profile.totalContents,
        [total]: (profile as unknown as Record<string, number>)[total],
      });
    });

    it('never counts fewer contents on a later day', async () => {
      const counts = daysOf((await ask(365)).body).map(({ totalContents }) => totalContents);
      expect(counts).toEqual([...counts].sort((a, b) => b - a));
    });

    const outOfRange = {
      field: 'pastDayRange',
      message: "'pastDayRange' out of range. Must be between 1 and 365.",
      code: 'too_big',
    };
    const format = {
      field: 'pastDayRange',
      message: "'pastDayRange' has an invalid format. It must match ^[1-9]\\d*$.",
      code: 'invalid_format',
    };
    it.each([
      ['366', outOfRange],
      ['9'.repeat(400), outOfRange],
      ['0', format],
      ['-1', format],
      ['07', format],
      ['1.5', format],
      ['1e2', format],
      ['week', format],
      ['', format],
      [
        '7&pastDayRange=8',
        {
          field: 'pastDayRange',
          message: "'pastDayRange': expected string, received array.",
          code: 'invalid_type',
        },
      ],
    ])('refuses the range %s', async (days, detail) => {
      const one = key();
      expect(await ask(days, one)).toMatchObject({ status: 400, body: invalid(detail) });
      expect(await available(one)).toBe(1000);
    });

    it('needs a range, and reports it beside the other problems', async () => {
      expect((await get(`${path}?${sample}`, key())).body).toEqual(
        invalid({
          field: 'pastDayRange',
          message: "Missing required field: 'pastDayRange'.",
          code: 'required',
        }),
      );
      const { body } = await get(`${path}?uniqueId=a%20b&pastDayRange=x`, key());
      expect((body['details'] as { field: string }[]).map(({ field }) => field).sort()).toEqual([
        'pastDayRange',
        'uniqueId',
      ]);
    });

    it.skipIf(isPublished)('answers for every creator of the world with a valid record', async () => {
      for (const account of world.accounts(platform)) {
        const id = 'channelId' in account ? account.channelId : account.handle;
        const { status, body } = await ask(5, 'demo-unlimited', identifierOf(platform, id));
        expect([id, status]).toEqual([id, 200]);
        expectValid(reply, body['data']);
      }
    });
  });

  return async (handle, days) =>
    (await ask(days, 'demo-unlimited', new URLSearchParams({ uniqueId: handle }))).body[
      'data'
    ] as Static<Reply>;
}
