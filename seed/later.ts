import type { WorldGenerator } from '../src/creators/world/view.ts';
import type { World } from '../src/creators/world/world.ts';
import { contentWriter } from './content-writer.ts';
import { newcomersOf } from './newcomers.ts';

/** Makes what a world does not store, as it is read. */
export async function generatorOf(base: World): Promise<WorldGenerator> {
  // many contents name the same brands
  const brands = new Map([...base.brands()].map((brand) => [brand.key, brand]));
  return {
    writer: contentWriter((key) => brands.get(key)),
    newcomers: await newcomersOf(base),
  };
}
