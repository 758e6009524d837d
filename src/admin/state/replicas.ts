import { Type } from '@sinclair/typebox';
import { closed, closedAs } from '../../core/schema.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';

const Replica = Type.Object(
  {
    number: Type.Integer({ description: 'The number of the replica; never used again.' }),
    joinedAt: Type.Integer({ description: 'Epoch milliseconds of real time.' }),
    unansweredMs: Type.Integer({ description: 'Milliseconds since its last sign of life.' }),
    host: Type.String(),
    version: Type.String(),
    isSelf: Type.Boolean({ description: 'It answered this call.' }),
  },
  closedAs('Replica'),
);

const Replicas = Type.Object({ shared: Type.Boolean(), replicas: Type.Array(Replica) }, closed);

/** Tells which replicas share the ledger. */
export function addReplicaRoute(app: Scope, { ledger }: Pick<Deps, 'ledger'>): void {
  app.get(
    '/replicas',
    {
      schema: {
        summary: 'The sandboxes that share this ledger. Where it is not shared, the list is empty.',
        response: { 200: Replicas },
      },
    },
    async () => ({ shared: ledger.replicas !== undefined, replicas: (await ledger.replicas?.list()) ?? [] }),
  );
}
