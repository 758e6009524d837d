import { expect, it } from 'vitest';
import { adminTypes } from '../../types/admin-types.ts';

it('the types of the admin surface are those of its document', async () => {
  await expect(await adminTypes()).toMatchFileSnapshot('../../src/client/types.ts');
});
