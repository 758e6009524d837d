import { expect, it } from 'vitest';
import { testApp } from '../harness.ts';

const look = '/clip/profile?uniqueId=sample.creator';

it('maxKeys bounds the self-describing keys: one more is unknown, and the warning names the setting', async () => {
  const app = await testApp({ maxKeys: 1 });
  const statuses = [];
  for (const key of ['sandbox:plan=5:one', 'sandbox:plan=5:two', 'sandbox:plan=5:one', 'demo-full'])
    statuses.push((await app.get(look, key)).status);
  expect(statuses).toEqual([200, 401, 200, 200]);
  expect(app.warnings.join()).toContain('as many as maxKeys allows');
});
