import type { WorldGenerator } from '../src/creators/world/view.ts';
import type { World } from '../src/creators/world/world.ts';
import { contentWriter } from './content-writer.ts';
import { newcomersOf } from './newcomers.ts';

/** Makes what a world does not store, as it is read. */
export const generatorOf = async (base: World): Promise<WorldGenerator> => ({
  writer: contentWriter(base.brandByKey),
  newcomers: await newcomersOf(base),
});
