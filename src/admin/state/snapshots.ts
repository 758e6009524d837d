import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Type } from '@sinclair/typebox';
import { jsonTexts } from '../../core/json-text.ts';
import { closed, closedAs } from '../../core/schema.ts';
import { yieldToLoop } from '../../core/yield-to-loop.ts';
import type { Flaw } from '../../ledger/saved.ts';
import { type Snapshot, snapshotOf } from '../../ledger/values.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Problem, problems } from '../problem.ts';
import { NoContent } from '../values.ts';
import { redactedState, restoreState, SavedState, type StateDeps, saveState } from './saved-state.ts';
import { snapshotTexts, stateOfTexts } from './snapshot-texts.ts';
import { flawInRules, flawInState } from './state-flaws.ts';

const SnapshotParams = Type.Object({
  name: Type.String({ description: '1 to 64 lower-case letters, digits or hyphens.' }),
});

const SnapshotView = Type.Object(
  {
    name: Type.String(),
    takenAt: Type.Integer({ description: "Epoch milliseconds on the sandbox's clock." }),
    bytes: Type.Integer(),
  },
  closedAs('SnapshotView'),
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
  closedAs('Restored'),
);

/** An import is checked in memory. */
const maxImportBytes = 10 * 1024 * 1024;

const maxSnapshots = 100;
const maxBytes = 256 * 1024 * 1024;

/** Takes, imports, shows, restores and deletes snapshots: all state outside the world, except the journal. */
export function addSnapshotRoutes(app: Scope, deps: StateDeps & Pick<Deps, 'tally' | 'loopShare'>): void {
  addTakeRoutes(app, deps);
  addUseRoutes(app, deps);
}

/** The list of snapshots, and taking or importing one. */
function addTakeRoutes(app: Scope, deps: StateDeps & Pick<Deps, 'loopShare'>): void {
  const { snapshots } = deps.ledger;

  app.get(
    '/snapshots',
    { schema: { summary: 'The snapshots in order of name.', response: { 200: SnapshotList } } },
    async () => ({
      snapshots: await snapshots.list(),
    }),
  );

  app.put(
    '/snapshots/:name',
    {
      bodyLimit: maxImportBytes,
      config: { isLong: true },
      // A missing body takes a snapshot, and `flawInState` checks a body: it stops at the first flaw and gives its place.
      validatorCompiler: () => () => true,
      schema: {
        summary:
          'Takes a snapshot, or imports the snapshot in the body after a complete check, sums included.',
        params: SnapshotParams,
        body: Type.Optional(SavedState),
        response: { 200: SnapshotView, ...problems(409, 413, 422) },
      },
    },
    async ({ params: { name }, body }) => {
      assertName(name);
      const flaw = body === undefined ? undefined : await flawInState(deps, body);
      if (flaw) throw flawed(flaw);
      await setImmediate();
      const state = body ?? (await saveState(deps));
      const texts = await yieldToLoop(snapshotTexts(state), deps);
      await assertSpace(snapshots, snapshotOf(name, texts, state.takenAt));
      return snapshots.put(name, texts, state.takenAt);
    },
  );
}

/** Reading, restoring and deleting one snapshot. */
function addUseRoutes(app: Scope, deps: StateDeps & Pick<Deps, 'tally' | 'loopShare'>): void {
  const { snapshots } = deps.ledger;

  app.get(
    '/snapshots/:name',
    {
      config: { isLong: true },
      schema: {
        summary: 'The snapshot itself, for import elsewhere. It holds keys as digests, except demo keys.',
        params: SnapshotParams,
        response: { 200: SavedState, ...problems(404, 422) },
      },
    },
    async ({ params: { name } }, reply) => {
      const shown = await yieldToLoop(redactedState(deps, await readSnapshot(deps, name)), deps);
      // In slices down to the accounts and keys, of which there may be many.
      const text = Readable.from(await yieldToLoop(jsonTexts(shown, 3), deps));
      return reply.type('application/json; charset=utf-8').send(text as unknown as SavedState);
    },
  );

  app.post(
    '/snapshots/:name/restore',
    {
      schema: {
        summary: 'Restores everything except the journal. Open streams lose their holds.',
        params: SnapshotParams,
        response: { 200: Restored, ...problems(404, 422) },
      },
    },
    async ({ params: { name } }) => {
      const state = await readSnapshot(deps, name);
      const flaw = flawInRules(deps, state);
      if (flaw) throw flawed(flaw);
      await restoreState(deps, state);
      const { accounts, keys } = state.ledger;
      return {
        takenAt: state.takenAt,
        keys: keys.length,
        accounts: accounts.length,
        entries: accounts.reduce((sum, { entries }) => sum + entries.length, 0),
        faults: deps.faults.list().length,
      };
    },
  );

  app.delete(
    '/snapshots/:name',
    {
      schema: {
        summary: 'Deletes a snapshot.',
        params: SnapshotParams,
        response: { 204: NoContent, ...problems(404, 422) },
      },
    },
    async ({ params: { name } }, reply) => {
      assertName(name);
      if (!(await snapshots.remove(name))) throw noSuchSnapshot();
      return reply.code(204).send();
    },
  );
}

type Snapshots = Deps['ledger']['snapshots'];

async function readSnapshot(deps: Pick<Deps, 'ledger' | 'loopShare'>, name: string): Promise<SavedState> {
  assertName(name);
  const texts = await deps.ledger.snapshots.read(name);
  if (texts === undefined) throw noSuchSnapshot();
  return yieldToLoop(stateOfTexts(texts), deps);
}

async function assertSpace(snapshots: Snapshots, { name, bytes }: Snapshot): Promise<void> {
  const existing = (await snapshots.list()).filter((each) => each.name !== name);
  if (existing.length >= maxSnapshots)
    throw new Problem(409, `There are ${maxSnapshots} snapshots already; delete one first.`);
  if (existing.reduce((sum, each) => sum + each.bytes, bytes) > maxBytes)
    throw new Problem(413, `All snapshots together may take ${maxBytes} bytes; delete some first.`);
}

function assertName(name: string): void {
  if (!/^[a-z0-9-]{1,64}$/.test(name))
    throw new Problem(422, 'The name of a snapshot has 1 to 64 lower-case letters, digits or hyphens.');
}

const flawed = ({ pointer, says }: Flaw): Problem =>
  new Problem(422, `${pointer || '/'}: ${says}`, { pointer });

const noSuchSnapshot = (): Problem => new Problem(404, 'There is no such snapshot.');
