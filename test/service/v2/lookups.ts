import type { Static, TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../src/creators/world/account.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, type TestApp } from '../../harness.ts';
import { failure, newKey, success } from './common.ts';

const subjects = {
  clip: { parameter: 'clipId', sample: 'sample.creator', unknown: 'TikTokIdNotFound' },
  gram: { parameter: 'gramId', sample: 'sample.creator', unknown: 'InstagramIdNotFound' },
  tube: { parameter: 'tubeId', sample: 'UCsample-creator00000000', unknown: 'YoutubeIdNotFound' },
} satisfies Record<Platform, object>;

/**
 * The common rules of generation 2's look-ups; the file of the operation adds its own facts.
 * @returns asks for the record of a creator by its id
 */
export function describeLookup<Reply extends TSchema>(
  { ask, getV2, available, world }: TestApp,
  { name, platform, reply, price }: { name: string; platform: Platform; reply: Reply; price: number },
): (id: string) => Promise<Static<Reply>> {
  const { parameter, sample, unknown } = subjects[platform];
  const path = `/v2/${name}?${parameter}=`;
  const key = (terms?: string) => newKey(name, terms);

  describe(`/v2/${name}`, () => {
    it(`answers with the whole record in the envelope and takes ${price} credits`, async () => {
      const { status, headers, body } = await getV2(`${path}${sample}`, key('plan=30,used=2,purchased=4'));

      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(body).toEqual(
        success(expect.any(Object), { used: price, total: 2 + price, plan: 28 - price, purchased: 4 }),
      );
      expectValid(reply, body['data']);
    });

    it('takes plan credits before purchased ones, and counts both as used', async () => {
      expect((await getV2(`${path}${sample}`, key('plan=1,purchased=20'))).body).toEqual(
        success(expect.any(Object), { used: price, total: price, plan: 0, purchased: 21 - price }),
      );
    });

    it('reports an unlimited account as -1', async () => {
      expect((await getV2(`${path}${sample}`, 'demo-unlimited')).body).toMatchObject({
        quotaUsed: price,
        remainingPlanCredit: -1,
      });
    });

    it('takes no generation 3 header for a key', async () => {
      const headers = { 'api-key': 'demo-full' };
      expect((await ask({ url: `${path}${sample}`, headers })).body).toEqual(failure('AuthFailed'));
    });

    it('fails without an id, with an empty one and with two, free of charge', async () => {
      const one = key();
      for (const query of ['', `?${parameter}=`, `?${parameter}=a&${parameter}=b`, '?id=a'])
        expect((await getV2(`/v2/${name}${query}`, one)).body).toEqual(failure('ValueEmpty'));
      expect(await available(one)).toBe(100);
    });

    it('fails on an unknown id of any form, free of charge', async () => {
      const one = key();
      for (const id of ['no.such.creator', '%20', '%00', 'x'.repeat(5000), `${sample}x`])
        expect((await getV2(`${path}${id}`, one)).body).toEqual(failure(unknown));
      expect(await available(one)).toBe(100);
    });

    it.skipIf(isPublished)('answers for every creator of the world with a valid record', async () => {
      for (const account of world.accounts(platform)) {
        const id = 'channelId' in account ? account.channelId : account.handle;
        const { status, body } = await getV2(`${path}${id}`, 'demo-unlimited');
        expect([id, status]).toEqual([id, 200]);
        expectValid(reply, body['data']);
      }
    });
  });

  return async (id) => (await getV2(`${path}${id}`, 'demo-unlimited')).body['data'] as Static<Reply>;
}
