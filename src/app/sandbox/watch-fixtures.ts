import type { FastifyInstance } from 'fastify';
import { UsageError } from '../../core/errors.ts';
import type { World } from '../../creators/world/world.ts';
import type { Deps } from '../../service/http/deps.ts';
import { depsOver } from '../deps.ts';
import { openApps } from './apps.ts';
import { replaceable } from './replaceable.ts';
import type { Servers } from './servers.ts';
import { watchFolder } from './watch-folder.ts';

interface Watched {
  deps: Deps;
  folder: string;
  servers: Pick<Servers, 'service' | 'admin' | 'url' | 'appsOptions'>;
  /** Opens the world with the fixtures as they are now. @throws UsageError */
  open: () => Promise<World>;
  /** Called with each further world. */
  onWorld: (world: World) => void;
  onOutcome: (outcome: { refused?: string }) => void;
}

/**
 * Serves another world when the fixtures change. Running requests end in the world in which they began: each world has
 * apps of its own, and the servers pass further requests to the newest. Keys, credits, journal, rules and clock stay.
 * Submissions go on; a creator that is gone is not found from then on.
 * @returns how to stop
 */
export function watchFixtures({
  deps,
  folder,
  servers: { service, admin, url, appsOptions },
  open,
  onWorld,
  onOutcome,
}: Watched): () => Promise<void> {
  const listening = [service, ...(admin ? [admin] : [])].map(({ server }) => replaceable(server));
  /** The closing of apps that still serve, or still have requests. */
  const closings = new Set<() => Promise<void>>();
  let closeCurrent = async (): Promise<void> => {};
  let current = deps.world;
  let serving: Promise<void> = Promise.resolve();
  let stopped = false;

  const stop = watchFolder(folder, () => {
    serving = reload();
    return serving;
  });

  async function reload(): Promise<void> {
    try {
      await serve(await open());
      onOutcome({});
    } catch (error) {
      onOutcome({ refused: error instanceof UsageError ? error.message : (error as Error).message });
    }
  }

  async function serve(world: World): Promise<void> {
    const over = depsOver(deps, world);
    const apps = await openApps(over, appsOptions);
    const built = [apps.service, ...(admin ? [await apps.admin(url)] : [])];
    const closeBefore = closeCurrent;
    const before = current;
    closeCurrent = async () => {
      await Promise.all(built.map((app) => app.close()));
      await apps.closeQuoter();
      await over.indexes.close();
    };
    closings.add(closeCurrent);
    // The world of the start belongs to the caller, as do the apps that listen.
    const isFirst = before === deps.world;
    current = world;
    const left = listening.map((server, n) => server.replace((built[n] as FastifyInstance).server));
    onWorld(world);
    void Promise.all(left.map(({ read }) => read)).then(() =>
      isFirst || stopped ? undefined : before.close(),
    );
    void Promise.all(left.map(({ ended }) => ended)).then(() => {
      if (closings.delete(closeBefore)) return closeBefore();
      return undefined;
    });
  }

  return async () => {
    stop();
    await serving;
    stopped = true;
    await Promise.all([...closings].map((close) => close()));
    if (current !== deps.world) current.close();
  };
}
