import type { World } from '../../creators/world/world.ts';
import type { RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import { Delayed } from './in-batch.ts';

/**
 * The world on the day of a call. The first call of a day other than the epoch waits, outside of its batch, until the
 * world can be read.
 * @throws Delayed
 */
export function worldOf({ world }: Pick<Deps, 'world'>, call: RecognisedCall): World {
  const today = world.on(call.now);
  const loading = today.ready();
  if (loading) throw new Delayed(() => loading);
  return today;
}
