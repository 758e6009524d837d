import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Moment } from '../../admin/forks.ts';
import { keyView } from '../../admin/keys/key-schemas.ts';
import { Problem } from '../../admin/problem.ts';
import { redactedRule } from '../../admin/redacted-rule.ts';
import { restoreState } from '../../admin/state/saved-state.ts';
import { createClock, dateOf } from '../../core/clock.ts';
import { dayMs } from '../../core/durations.ts';
import type { LatencyTable } from '../../core/latency-table.ts';
import type { DatedPrices } from '../../core/prices.ts';
import type { Settings } from '../../core/settings.ts';
import type { World } from '../../creators/world/world.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Capsule } from '../../trials/capsule/capsule.ts';
import { connectWithin } from '../../trials/capsule/memory-socket.ts';
import { createCapsulePlayer } from '../../trials/capsule/player.ts';
import { repeatRequests } from '../../trials/capsule/repeat-requests.ts';
import { followCalls } from '../../trials/capsule/run-calls.ts';
import { buildApp } from '../app.ts';
import { openDeps } from '../deps.ts';
import type { ForkChanges } from './fork-changes.ts';

/** The sandbox whose run is played again. */
export interface ForkSource {
  deps: Pick<Deps, 'settings' | 'operations' | 'faults' | 'journal'>;
  /** As it was opened: without the time of a run. */
  world: World;
  latency: LatencyTable | undefined;
}

interface RepeatOptions {
  /** The number of the request before which `changes` happen. */
  from: number;
  changes?: ForkChanges;
  signal: AbortSignal;
  /** Called in place of the request `from`, which is the end then. */
  stop?: () => Promise<void>;
}

/** Opens a sandbox without a port in the state in which a run began. It shares the world, and nothing else. */
export async function openPlayedRun(
  { deps: { settings: own }, world, latency }: ForkSource,
  capsule: Capsule,
) {
  const settings = forkedSettings(own);
  const player = createCapsulePlayer(capsule, createClock(settings.clock));
  const opened = await openDeps(settings, { ...player, world, latency, log: pino({ level: 'silent' }) });
  let changed: { from: number; prices: DatedPrices } | undefined;
  const { prices } = opened.deps;
  const deps: Deps = {
    ...opened.deps,
    // The admin surface admitted what is recorded of it, and has no token here.
    settings: withoutTokens(settings),
    prices: {
      books: prices.books,
      at: (now) =>
        (changed && (player.requestNow() as number) >= changed.from ? changed.prices : prices).at(now),
    },
  };
  const app = await buildApp(deps, { service: true, admin: true, messages: player.messages });
  player.attach(app.server);
  if (capsule.start) await restoreState(deps, capsule.start);
  const { calls } = followCalls(deps, player.requestNow);

  return {
    calls,
    written: player.written,
    async repeat({ from, changes, signal, stop }: RepeatOptions): Promise<void> {
      const isChanged = changes && (changes.prices || changes.calls.length > 0);
      await repeatRequests(capsule, player, {
        url: base,
        adminUrl: base,
        secretOf: async () => undefined,
        connect: () => connectWithin(app.server),
        signal,
        async before(number) {
          if (number !== from) return undefined;
          if (stop) {
            await stop();
            return 'stop';
          }
          if (!isChanged) return undefined;
          for (const call of changes.calls) await make(call);
          if (changes.prices) changed = { from, prices: changes.prices };
          player.loosen();
          return undefined;
        },
      });
    },
    /** Resolves when the journal has these requests, or when none of them comes any more. */
    async recorded(numbers: Iterable<number>): Promise<void> {
      const awaited = [...numbers];
      // A stream is recorded when it is charged, after its reply is over.
      for (let turn = 0; turn < maxTurns && awaited.some((number) => !calls.has(number)); turn++)
        await sleep(roundMs);
      await inTransaction(deps.ledger, undefined, () => {});
      await nextTurn();
    },
    moment: (number: number): Promise<Omit<Moment, 'request'>> => momentOf(deps, capsule, number),
    async close(): Promise<void> {
      player.stop();
      await app.close();
      await opened.close();
    },
  };

  /** @throws Problem 422 */
  async function make({ method, path, body }: ForkChanges['calls'][number]): Promise<void> {
    const reply = await app.inject({
      method,
      url: `/__admin${path}`,
      headers: { host: 'localhost' },
      ...(body && { payload: body }),
    });
    if (reply.statusCode < 400) return;
    const { detail } = reply.json<{ detail?: string }>();
    throw new Problem(
      422,
      `At that request, ${method} ${path.split('/', 2).join('/')} is refused: ${detail}`,
    );
  }
}

const roundMs = 10;
const maxTurns = 200;

/** Nothing listens there: it makes URLs whole. */
const base = 'http://localhost';

/** The settings that change no reply belong to the sandbox that runs. */
function forkedSettings(settings: Settings): Settings {
  const { data: _data, ledger: _ledger, adminPort: _port, otlp: _otlp, ...others } = settings;
  return { ...others, admin: true, tls: false, recordCapsule: false, lastReplies: 0, cors: [] };
}

function withoutTokens({ adminToken: _token, adminTokens: _tokens, ...others }: Settings): Settings {
  return others;
}

async function momentOf(deps: Deps, { requests }: Capsule, number: number): Promise<Omit<Moment, 'request'>> {
  const { clock, epoch, faults, ledger, world } = deps;
  const at = requests[number]?.times[0] ?? clock.now();
  const keys = await ledger.keys.list(at, 0, maxKeysShown);
  return {
    at,
    frozen: clock.frozen,
    worldDate: dateOf(epoch.at + world.on(at).day * dayMs),
    keys: keys.map((state) => keyView(deps, state)),
    faults: faults.list().map((rule) => redactedRule(deps, rule)),
  };
}

const maxKeysShown = 1_000;
