import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createClock } from '../../core/clock.ts';
import { dayMs } from '../../core/durations.ts';
import type { Settings } from '../../core/settings.ts';
import type { World } from '../../creators/world/world.ts';
import type { Deps } from '../../service/http/deps.ts';
import { buildApp, type GenerationMaker } from '../app.ts';
import { openDeps } from '../deps.ts';

export interface SideAppOptions {
  readonly settings: Settings;
  readonly world: World;
  readonly generations?: readonly GenerationMaker[];
}

export interface SideApp {
  deps: Deps;
  app: FastifyInstance;
  close(): Promise<void>;
}

/**
 * A second app over the same world and prices, with its own ledger, clock and journal. Its requests leave no trace in
 * the sandbox, and its replies are always the same.
 * @param keys the secrets that it knows, each with its own account
 */
export async function openSideApp(
  { settings: given, world, generations }: SideAppOptions,
  keys: readonly string[],
): Promise<SideApp> {
  const { data: _, ledger: __, epoch: ___, ...memory } = given;
  const settings: Settings = { ...memory, admin: false, prefer: false, strict: false, pace: 0, journal: 0 };
  const { deps, close } = await openDeps(settings, {
    world,
    log: pino({ level: 'silent' }),
    clock: createClock({ mode: 'frozen', at: world.info.epochAt + dayMs / 2 }),
    keys: Object.fromEntries(keys.map((key) => [key, { plan: 10_000_000, fractional: true }])),
    ...(generations && { generations }),
  });
  const app = await buildApp(deps, {
    service: true,
    admin: false,
    ...(generations && { generations }),
  });
  return {
    deps,
    app,
    close: async () => {
      await app.close();
      await close();
    },
  };
}
