import { expect, test } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { distributionsOf } from './distributions.ts';
import { distributionsPicture } from './distributions-picture.ts';
import { worldOf } from './worlds.ts';

test('the distributions of the default world are drawn in docs/world.svg', async () => {
  const drawn = distributionsPicture(distributionsOf(await worldOf(defaultWorld)));
  await expect(drawn).toMatchFileSnapshot('../../../docs/world.svg');
});
