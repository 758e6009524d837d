import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import { NicheList } from '../../../src/creators/records/niche-item.ts';
import { expectValid } from '../../creators/world/strict.ts';
import type { TestApp } from '../../harness.ts';
import { invalid, newKey, refused, success } from './common.ts';

/** Rules that the lists of niches and topics share; `bears` counts the accounts of the platform. */
export function describeNicheList(
  sandbox: TestApp,
  operation: OperationId,
  bears: (id: string) => number,
): void {
  const { get, post, available } = sandbox;
  const path = `/${operation}`;
  const key = (terms?: string) => newKey(operation, terms);

  describe(path, () => {
    it('lists each niche once, by id, with the number of accounts that bear it', async () => {
      const { status, body } = await get(path, key());
      const list = body['data'] as NicheList;

      expect(status).toBe(200);
      expect(body).toEqual(success(expect.any(Array), 1, 999));
      expectValid(NicheList, list);
      const ids = list.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort());
      for (const { id, category, channelCount } of list) {
        expect(id).toMatch(new RegExp(`^id_[a-z0-9]+_${category.replaceAll(' ', '')}$`));
        expect([id, channelCount]).toEqual([id, bears(id)]);
      }
      expect(list.some(({ channelCount }) => channelCount > 0)).toBe(true);
    });

    it('refuses any parameter, free of charge', async () => {
      const one = key();
      const unrecognized = (field: string) => ({
        field,
        message: 'Unrecognized query parameter.',
        code: 'unrecognized_key',
      });

      expect(await get(`${path}?a=1&b`, one)).toMatchObject({
        status: 400,
        body: invalid(unrecognized('a'), unrecognized('b')),
      });
      expect(await available(one)).toBe(1000);
    });

    it('takes no fields', async () => {
      expect((await get(`${path}?fields=id`, key('plan=5'))).body).toEqual(refused('fractionalNotEnabled'));
      expect((await get(`${path}?fields=id`, key())).body).toMatchObject({
        errorCode: 'VALIDATION_ERROR',
        details: [{ field: 'fields' }],
      });
    });

    it('has no POST form', async () => {
      expect((await post(path, {}, key())).body['error']).toBe('Not Found');
    });
  });
}
