import { Buffer } from 'node:buffer';
import { Type } from '@sinclair/typebox';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import type { Flaw } from '../../ledger/saved.ts';
import { Problem } from '../problem.ts';
import { closed } from '../route-docs.ts';
import {
  flawInRules,
  flawInState,
  restoreState,
  type SavedState,
  SavedState as StateSchema,
  savedState,
  shownState,
} from './saved-state.ts';

const Named = Type.Object({
  name: Type.String({ description: '1 to 64 lower-case letters, digits or hyphens.' }),
});

const SnapshotView = Type.Object(
  {
    name: Type.String(),
    takenAt: Type.Integer({ description: "On the sandbox's clock, epoch milliseconds." }),
    bytes: Type.Integer(),
  },
  closed,
);

const SnapshotList = Type.Object({ snapshots: Type.Array(SnapshotView) }, closed);

const Restored = Type.Object(
  {
    takenAt: Type.Integer(),
    keys: Type.Integer(),
    accounts: Type.Integer(),
    entries: Type.Integer(),
    faults: Type.Integer(),
  },
  closed,
);

/** An import is checked whole, in memory. */
const largestImport = 10 * 1024 * 1024;

const mostSnapshots = 100;
const mostBytes = 256 * 1024 * 1024;

/** All state outside the world, by name: taken, restored, carried elsewhere. The journal is no part of it. */
export function snapshots(app: Scope, deps: Deps): void {
  const { snapshots } = deps.ledger;

  app.get('/snapshots', { config: { summary: 'Snapshots by name.', answer: SnapshotList } }, async () => ({
    snapshots: await snapshots.list(),
  }));

  app.put(
    '/snapshots/:name',
    {
      bodyLimit: largestImport,
      schema: { params: Named },
      config: {
        summary: 'Takes a snapshot; with a body imports one, which is checked whole: entries must sum.',
        accepts: StateSchema,
        answer: SnapshotView,
        problems: [409, 413, 422],
      },
    },
    async ({ params: { name }, body }) => {
      assertName(name);
      const flaw = body === undefined ? undefined : flawInState(deps, body);
      if (flaw) throw flawed(flaw);
      const state = body === undefined ? await savedState(deps) : (body as SavedState);
      const content = JSON.stringify(state);
      await assertRoom(name, Buffer.byteLength(content));
      return snapshots.put(name, content, state.takenAt);
    },
  );

  app.get(
    '/snapshots/:name',
    {
      schema: { params: Named },
      config: {
        summary:
          'The snapshot itself, for import elsewhere. Keys stand in it as digests, demo keys excepted.',
        answer: StateSchema,
        problems: [404, 422],
      },
    },
    async ({ params: { name } }) => shownState(deps, await named(name)),
  );

  app.post(
    '/snapshots/:name/restore',
    {
      schema: { params: Named },
      config: {
        summary: 'Puts everything back as it was. The journal stays; streams under way lose their holds.',
        answer: Restored,
        problems: [404, 422],
      },
    },
    async ({ params: { name } }) => {
      const state = await named(name);
      const flaw = flawInRules(deps, state);
      if (flaw) throw flawed(flaw);
      await restoreState(deps, state);
      const { accounts, keys } = state.ledger;
      return {
        takenAt: state.takenAt,
        keys: keys.length,
        accounts: accounts.length,
        entries: accounts.reduce((sum, { entries }) => sum + entries.length, 0),
        faults: deps.faults.count,
      };
    },
  );

  app.delete(
    '/snapshots/:name',
    {
      schema: { params: Named },
      config: { summary: 'Deletes a snapshot.', success: 204, problems: [404, 422] },
    },
    async ({ params: { name } }, reply) => {
      assertName(name);
      if (!(await snapshots.remove(name))) throw noSuchSnapshot();
      return reply.code(204).send();
    },
  );

  async function named(name: string): Promise<SavedState> {
    assertName(name);
    const content = await snapshots.read(name);
    if (content === undefined) throw noSuchSnapshot();
    return JSON.parse(content) as SavedState;
  }

  async function assertRoom(name: string, bytes: number): Promise<void> {
    const others = (await snapshots.list()).filter((each) => each.name !== name);
    if (others.length >= mostSnapshots)
      throw new Problem(409, `There are ${mostSnapshots} snapshots already; delete one first.`);
    if (others.reduce((sum, each) => sum + each.bytes, bytes) > mostBytes)
      throw new Problem(413, `All snapshots together may have ${mostBytes} bytes; delete some first.`);
  }
}

function assertName(name: string): void {
  if (!/^[a-z0-9-]{1,64}$/.test(name))
    throw new Problem(422, 'A snapshot is named by 1 to 64 lower-case letters, digits or hyphens.');
}

const flawed = ({ pointer, says }: Flaw): Problem =>
  new Problem(422, `${pointer || '/'}: ${says}`, { pointer });

const noSuchSnapshot = (): Problem => new Problem(404, 'There is no such snapshot.');
