import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Settings } from '../config.ts';
import { createClock } from '../core/clock.ts';
import { dayMs } from '../core/durations.ts';
import type { PriceBook } from '../core/prices.ts';
import { assemble, type Deps } from '../http/deps.ts';
import { createEvents } from '../journal/events.ts';
import { createJournal } from '../journal/journal.ts';
import { openLedger } from '../ledger/open.ts';
import { createRegister } from '../register/register.ts';
import type { Words } from '../vocabulary/words.ts';
import type { World } from '../world/world.ts';

/** What a document is about. */
export interface Described {
  readonly settings: Settings;
  readonly version: string;
  readonly world: World;
  readonly prices: PriceBook;
  readonly words: Words;
}

export interface SideApp {
  deps: Deps;
  app: FastifyInstance;
  close(): Promise<void>;
}

/** How an app comes to be; given from above. */
export type BuildService = (deps: Deps) => Promise<FastifyInstance>;

/**
 * The service once more, over the same world and at the same prices, but with a ledger, a clock and a journal of
 * its own: what is asked of it shows nowhere, and it always answers the same.
 * @param keys the secrets that it knows, each with an account of its own
 */
export async function openSideApp(
  { settings: given, version, world, prices, words }: Described,
  keys: readonly string[],
  build: BuildService,
): Promise<SideApp> {
  const settings: Settings = { ...given, admin: false, prefer: false, strict: false, pace: 0, journal: 0 };
  const clock = createClock({ mode: 'frozen', at: world.info.epochAt + dayMs / 2 });
  let ids = 0;
  const newId = () => (ids++).toString(16).padStart(32, '0');
  const ledger = await openLedger({
    keys: Object.fromEntries(keys.map((key) => [key, { plan: 10_000_000, fractional: true }])),
    now: clock.now(),
    newId,
    warn: () => {},
  });
  const deps = assemble({
    settings,
    version,
    clock,
    world,
    ledger,
    prices,
    words,
    journal: createJournal({ most: 0 }),
    events: createEvents(),
    decisions: createRegister([], settings),
    log: pino({ level: 'silent' }),
    newId,
  });
  const app = await build(deps);
  return {
    deps,
    app,
    close: async () => {
      await app.close();
      await ledger.close();
    },
  };
}
