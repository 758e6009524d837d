import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import type { Platform } from '../../../src/creators/world/account.ts';
import { maxCreatorsPerDay } from '../../../src/service/http/submitted-creators.ts';
import { submittedCreators } from '../../../src/service/v3/submit-creators.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { noon, type TestApp } from '../../harness.ts';
import { invalid, newKey, refused, shortfall, success } from './common.ts';

const dayMs = 86_400_000;

/** Rules that the submissions of all platforms share; each platform has its own ids. */
export function describeSubmissions(
  { post, ask, available, ledger }: TestApp,
  platform: Platform,
  { known, unknown }: { known: string; unknown: (index: number) => string },
): void {
  const operation: OperationId = `${platform}/submitCreators`;
  const [many, one, existing] =
    platform === 'tube'
      ? (['channelIds', 'channelId', 'existingChannelId'] as const)
      : (['uniqueIds', 'uniqueId', 'existingUniqueId'] as const);
  const submit = (ids: unknown, key: string) => post(`/${operation}`, { [many]: ids }, key);

  describe(`/${operation}`, () => {
    it('answers in the order of the request, free of charge', async () => {
      const key = newKey(operation, '');
      const { status, body } = await submit([unknown(1), known, '?', unknown(1), unknown(2)], key);

      expect(status).toBe(200);
      expect(body).toEqual(
        success(
          {
            results: [
              { [one]: unknown(1), status: 'accepted' },
              { [one]: known, status: 'done', [existing]: known },
              { [one]: '?', status: 'rejected' },
              { [one]: unknown(1), status: 'done' },
              { [one]: unknown(2), status: 'accepted' },
            ],
          },
          0,
          0,
        ),
      );
      expectValid(submittedCreators(platform), body['data']);
    });

    it('stores only names that the world does not have', async () => {
      const key = newKey(operation);
      await submit([known, unknown(1), '?'], key);
      const { id } = (await ledger.keys.find(key, noon)) ?? {};
      const { keys } = await ledger.save();
      expect(keys.find((each) => each.id === id)?.submitted).toEqual([
        { kind: 'creators', name: `${platform} ${unknown(1)}` },
      ]);
    });

    it('remembers what a key submitted, and for that key alone', async () => {
      const [key, other] = [newKey(operation), newKey(operation)];
      await submit([unknown(1)], key);

      expect((await submit([unknown(1)], key)).body['data']).toEqual({
        results: [{ [one]: unknown(1), status: 'done' }],
      });
      expect((await submit([unknown(1)], other)).body['data']).toEqual({
        results: [{ [one]: unknown(1), status: 'accepted' }],
      });
    });

    it('leaves the world as it is: a submitted creator is not found', async () => {
      const key = newKey(operation);
      await submit([unknown(1)], key);
      const id = platform === 'tube' ? { channelId: unknown(1) } : { uniqueId: unknown(1) };

      expect((await post(`/${platform}/profile`, id, key)).body).toEqual(refused('notFound'));
    });

    it('forgets with the reset of its key', async () => {
      const key = newKey(operation);
      await submit([unknown(1)], key);
      await ledger.reset(noon, key);

      expect((await submit([unknown(1)], key)).body['data']).toEqual({
        results: [{ [one]: unknown(1), status: 'accepted' }],
      });
    });

    it('rejects what is empty, has a space, or is a name of the sandbox', async () => {
      const ids = ['', ' ', `${known} `, 'a/b', 'sandbox-error-404', 'UCsandbox-error-404-----', '@'];
      const { body } = await submit(ids, newKey(operation));

      expect(body['data']).toEqual({ results: ids.map((id) => ({ [one]: id, status: 'rejected' })) });
    });

    it.each([
      [undefined, { field: many, message: `Missing required field: '${many}'.`, code: 'required' }],
      [[], { field: many, message: `'${many}' must have at least 1 item.`, code: 'too_small' }],
      [
        Array.from({ length: 101 }, () => 'a'),
        { field: many, message: `'${many}' must have at most 100 items.`, code: 'too_big' },
      ],
      ['a', { field: many, message: `'${many}': expected array, received string.`, code: 'invalid_type' }],
      [null, { field: many, message: `'${many}': expected array, received null.`, code: 'invalid_type' }],
      [
        ['a', 5],
        {
          field: `${many}[1]`,
          message: `'${many}[1]': expected string, received number.`,
          code: 'invalid_type',
        },
      ],
    ])('refuses %j', async (ids, detail) => {
      const { status, body } = await submit(ids, newKey(operation));

      expect([status, body]).toEqual([400, invalid(detail)]);
    });

    it('takes so many ids a UTC day, all that are sent, and then refuses whole', async () => {
      const key = newKey(operation);
      const page = (start: number, length = 100) =>
        Array.from({ length }, (_, index) => unknown(start + index));
      for (let sent = 0; sent < maxCreatorsPerDay - 100; sent += 100)
        expect((await submit(page(sent % 300), key)).status).toBe(200);
      expect((await submit(page(0, 50), key)).status).toBe(200);

      expect(await submit(page(500, 51), key)).toMatchObject({ status: 429, body: refused('rateLimited') });
      // 400 comes before it, and what was refused was neither counted nor remembered
      expect((await submit([], key)).status).toBe(400);
      expect((await submit(page(500, 50), key)).body).toEqual(
        success({ results: page(500, 50).map((id) => ({ [one]: id, status: 'accepted' })) }, 0, 1000),
      );
      expect((await submit([known], key)).body).toEqual(refused('rateLimited'));
      expect(await available(key)).toBe(1000);
    });

    it('begins a new day at 00:00 UTC on the clock of the account', async () => {
      const key = newKey(operation);
      const full = Array.from({ length: 100 }, (_, index) => unknown(index));
      for (let sent = 0; sent < maxCreatorsPerDay; sent += 100) await submit(full, key);
      expect((await submit([known], key)).status).toBe(429);

      await ledger.keys.change(key, { clockOffsetMs: dayMs / 2 - 1 }, noon);
      expect((await submit([known], key)).status).toBe(429);
      await ledger.keys.change(key, { clockOffsetMs: dayMs / 2 }, noon);
      expect((await submit([known, unknown(0)], key)).body).toEqual(
        success(
          {
            results: [
              { [one]: known, status: 'done', [existing]: known },
              { [one]: unknown(0), status: 'done' },
            ],
          },
          0,
          1000,
          noon + dayMs / 2,
        ),
      );
    });

    it('counts in the usage, refusals too', async () => {
      const key = newKey(operation);
      await submit([known], key);
      await submit([], key);
      const { body } = await ask({ url: '/usage', headers: { 'api-key': key } });

      expect(body['data']).toMatchObject({
        records: [{ requestCount: 2, totalQuotaUsed: 0, platforms: { [platform]: 2 } }],
      });
    });
  });
}

/** The price book may give a price to what is free. */
export function describePricedSubmissions(sandbox: TestApp, platform: Platform, body: object): void {
  it('costs its price in the price book, and is refused without that', async () => {
    const { post } = sandbox;
    const operation: OperationId = `${platform}/submitCreators`;
    const key = newKey(operation, 'plan=5');

    expect((await post(`/${operation}`, body, key)).body).toMatchObject({
      creditsUsed: 4,
      creditsAvailable: 1,
    });
    expect((await post(`/${operation}`, body, key)).body).toEqual(
      refused('insufficientCredits', shortfall(4, 1)),
    );
  });
}
