import { Type } from '@sinclair/typebox';
import { closed, closedAs } from '../../core/schema.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { findKey } from '../keys/find-key.ts';
import { type ForgetDeps, forgetKeys } from '../keys/forget-keys.ts';
import { problems } from '../problem.ts';

const Reset = Type.Object(
  {
    key: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A key, its id or its label: resets only its account, with all keys of the account.',
      }),
    ),
  },
  closed,
);

const ClearedCount = (description: string) => Type.Integer({ description });

const Cleared = Type.Object(
  {
    keys: ClearedCount('Keys that were reset or removed.'),
    accounts: ClearedCount('Accounts.'),
    entries: ClearedCount('Ledger entries.'),
    holds: ClearedCount('Open holds.'),
    windows: ClearedCount('Rate windows.'),
    requests: ClearedCount('Requests in the journal.'),
    faults: ClearedCount('Fault rules.'),
  },
  closedAs('Cleared'),
);

/** Resets the whole sandbox or one key to the start. Snapshots stay. */
export function addResetRoute(
  app: Scope,
  deps: ForgetDeps & Pick<Deps, 'clock' | 'epoch' | 'names' | 'readings' | 'settings'>,
): void {
  const { clock, epoch, ledger, settings, windows } = deps;

  app.post(
    '/reset',
    {
      schema: {
        summary: 'Resets everything, or one key, to its start and counts what it cleared. Snapshots stay.',
        body: Type.Optional(Reset),
        response: { 200: Cleared, ...problems(404, 409) },
      },
      // A missing body means the same as an empty one.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async ({ body: { key } }) => {
      const id = key === undefined ? undefined : (await findKey(deps, key)).id;
      if (id === undefined) {
        await inTransaction(deps.ledger, undefined, () => {
          // The change to real lets a scaled clock start at the time of the machine again.
          clock.set({ mode: 'real' });
          clock.set(settings.clock);
          epoch.restart();
          deps.readings.restart();
        });
      }
      if (id !== undefined) deps.tally.noteOutsideChange(id);
      // Both in one batch: the windows that replicas share are deleted with their accounts.
      const [throttled, { keyIds, ...cleared }] = await Promise.all([
        inTransaction(deps.ledger, { all: 'sharedRows' }, () => Object.keys(windows.saved())),
        ledger.reset(clock.now(), id),
      ]);
      return {
        ...cleared,
        windows: throttled.filter((keyId) => keyIds?.includes(keyId) ?? true).length,
        ...(await forgetKeys(deps, keyIds ?? undefined)),
      };
    },
  );
}
