import { type TSchema, Type } from '@sinclair/typebox';
import type { OperationId } from '../core/operations.ts';
import { recognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import type { Account, ClipAccount, GramAccount, TubeAccount } from '../world/account.ts';
import type { World } from '../world/world.ts';
import { requiredText } from './parameters.ts';
import { Failure } from './refusals.ts';
import { succeed } from './replies.ts';

/** How callers name an account of a platform, how it is found, and the error string of one that is not. */
export interface Subject<Of extends Account> {
  parameter: string;
  description: string;
  find: (id: string, world: World) => Of | undefined;
  unknown: string;
}

export const clipCreator: Subject<ClipAccount> = {
  parameter: 'clipId',
  description: 'Handle of the clip creator.',
  find: (id, world) => world.clip(id),
  // The service's own word for the platform: specification 4.1 shows it so.
  unknown: 'TikTokIdNotFound',
};

/** The error string is by analogy (assumed: v2-code-not-found). */
export const gramCreator: Subject<GramAccount> = {
  parameter: 'gramId',
  description: 'Handle of the gram creator.',
  find: (id, world) => world.gram(id),
  unknown: 'InstagramIdNotFound',
};

/** The error string is by analogy (assumed: v2-code-not-found). */
export const tubeChannel: Subject<TubeAccount> = {
  parameter: 'tubeId',
  description: 'Id of the tube channel.',
  find: (id, world) => world.tube(id),
  unknown: 'YoutubeIdNotFound',
};

export interface Lookup<Of extends Account> {
  operation: OperationId;
  subject: Subject<Of>;
  reply: TSchema;
  record: (account: Of, shiftMs: number) => object;
}

/** A look-up of one record of one account: GET with its id. */
export function serveLookup<Of extends Account>(
  app: Scope,
  deps: Deps,
  { operation, subject, reply: data, record }: Lookup<Of>,
): void {
  const { world, prices } = deps;
  const price = prices.full(operation);
  const parameters = Type.Object({
    [subject.parameter]: Type.String({ minLength: 1, description: subject.description }),
  });

  for (const path of app.words.pathsOf(operation))
    app.get(
      path.replace(/^\/v2/, ''),
      { config: { operation, reply: data, parameters } },
      async (request, reply) => {
        const call = recognisedCall(request);
        const given = requiredText(request.query, subject.parameter);
        const id = call.substitute?.[subject.parameter] ?? given;

        const receipt = await metered(deps, call, price, () => {
          const account = subject.find(id, world);
          if (!account) throw new Failure(subject.unknown);
          return { data: record(account, world.shiftMs(call.now)), price };
        });
        return succeed(reply, call, receipt);
      },
    );
}
