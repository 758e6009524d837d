import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../http/deps.ts';

export const Health = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String(),
  world: Type.Object({
    seed: Type.Integer(),
    size: Type.Integer({ description: 'People in the world.' }),
    hash: Type.String({ description: 'SHA-256 of the logical content.' }),
  }),
  clock: Type.Object({ now: Type.Integer({ description: 'Epoch milliseconds.' }), frozen: Type.Boolean() }),
  uptimeMs: Type.Integer(),
});
export type Health = Static<typeof Health>;

export function health({ version, world, clock }: Deps, uptimeMs: number): Health {
  const { seed, size, hash } = world.info;
  return {
    status: 'ok',
    version,
    world: { seed, size, hash },
    clock: { now: clock.now(), frozen: clock.frozen },
    uptimeMs,
  };
}
