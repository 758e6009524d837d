import { Type } from '@sinclair/typebox';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { forgetKeys } from '../keys/forget-keys.ts';
import { namedKey } from '../keys/named-key.ts';
import { closed } from '../route-docs.ts';

const Reset = Type.Object(
  {
    key: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A key or its id: only this key, its account and the keys beside it.',
      }),
    ),
  },
  closed,
);

const Count = (description: string) => Type.Integer({ description });

const Cleared = Type.Object(
  {
    keys: Count('Keys that were taken back to their start, or vanished.'),
    accounts: Count('Accounts.'),
    entries: Count('Entries of the ledger.'),
    holds: Count('Open holds.'),
    windows: Count('Rate windows.'),
    requests: Count('Requests in the journal.'),
    faults: Count('Fault rules.'),
  },
  closed,
);

/** Back to the start: the whole sandbox, or one key alone. Snapshots stay. */
export function reset(app: Scope, deps: Deps): void {
  const { clock, ledger, settings } = deps;

  app.post(
    '/reset',
    {
      schema: { body: Reset },
      config: {
        summary: 'Takes everything, or one key, back to its start, and says what it cleared.',
        answer: Cleared,
        problems: [404],
      },
      // No body says the same as an empty one.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async ({ body }) => {
      const id = body.key === undefined ? undefined : (await namedKey(deps, body.key)).id;
      if (id === undefined) {
        // A clock that was sped up began at the machine's instant.
        clock.set({ mode: 'real' });
        clock.set(settings.clock);
      }
      const { keyIds, ...cleared } = await ledger.reset(clock.now(), id);
      return { ...cleared, ...forgetKeys(deps, keyIds ?? undefined) };
    },
  );
}
