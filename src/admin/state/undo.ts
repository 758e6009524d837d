import { Type } from '@sinclair/typebox';
import { closed, closedAs, nullable } from '../../core/schema.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Problem, problems } from '../problem.ts';
import { restoreState, type SavedState, type StateDeps, saveState } from './saved-state.ts';

/** A state of more keys is not saved: saving it would hold up the requests of clients. */
const maxUndoableKeys = 1_000;

const what = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The act that can be undone, in a few words.',
});

const Undoable = Type.Object(
  {
    what,
    takenAt: Type.Integer({
      description: "The instant of the saved state, on the sandbox's clock; epoch milliseconds.",
    }),
    keys: Type.Integer(),
    accounts: Type.Integer(),
    faults: Type.Integer(),
  },
  closedAs('Undoable'),
);

const UndoState = Type.Object({ undo: nullable(Undoable) }, closed);

type UndoDeps = StateDeps & Pick<Deps, 'tally'>;

/** Keeps the state before one act that destroys something, and brings it back. */
export function addUndoRoutes(app: Scope, deps: UndoDeps): void {
  let retained: Retained | undefined;

  app.get(
    '/undo',
    {
      schema: { summary: 'The act that can be undone; null if there is none.', response: { 200: UndoState } },
    },
    () => ({ undo: retained ? viewOf(retained) : null }),
  );

  app.put(
    '/undo',
    {
      schema: {
        summary:
          'Saves accounts, keys, clock and fault rules as they are, until the next such call: do this before an act that destroys something.',
        body: Type.Object({ what }, closed),
        response: { 200: UndoState, ...problems(409) },
      },
    },
    async ({ body }) => {
      retained = undefined;
      assertFewKeys(deps);
      retained = { what: body.what, state: await saveState(deps) };
      return { undo: viewOf(retained) };
    },
  );

  app.post(
    '/undo',
    {
      schema: {
        summary:
          'Brings back the saved accounts, keys, clock and fault rules. The journal does not come back, and charges since then go.',
        response: { 200: Undoable, ...problems(409) },
      },
    },
    async () => {
      if (!retained)
        throw new Problem(
          409,
          'Nothing can be undone: no state was saved here before an act (PUT /__admin/undo).',
        );
      const undone = retained;
      retained = undefined;
      await restoreState(deps, undone.state);
      return viewOf(undone);
    },
  );
}

interface Retained {
  readonly what: string;
  readonly state: SavedState;
}

const viewOf = ({ what, state: { takenAt, ledger, faults } }: Retained) => ({
  what,
  takenAt,
  keys: ledger.keys.length,
  accounts: ledger.accounts.length,
  faults: faults.length,
});

/** @throws Problem 409 */
function assertFewKeys({ ledger }: Pick<Deps, 'ledger'>): void {
  let keys = 0;
  for (const _ of ledger.directory.all()) {
    keys += 1;
    if (keys > maxUndoableKeys)
      throw new Problem(
        409,
        `The sandbox has more than ${maxUndoableKeys} keys, so nothing is saved: the act cannot be undone. Take a snapshot first.`,
      );
  }
}
