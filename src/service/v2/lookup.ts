import { type TSchema, Type } from '@sinclair/typebox';
import { Refusal, type RefusalKind } from '../../core/errors.ts';
import type { OperationId } from '../../core/operations.ts';
import type { Platform } from '../../core/platforms.ts';
import type { AccountOn } from '../../creators/world/account.ts';
import type { World } from '../../creators/world/world.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { cachedJson, fullPriceOf, meter } from '../http/metered.ts';
import { succeed } from './replies.ts';

/** How callers name an account of a platform, how the world finds it, and the refusal of an unknown id. */
interface Subject<P extends Platform> {
  parameter: string;
  description: string;
  find: (id: string, world: World) => AccountOn[P] | undefined;
  unknown: RefusalKind;
  /** For the documents. */
  whom: string;
  sample: string;
}

const v2Subjects: { readonly [P in Platform]: Subject<P> } = {
  clip: {
    parameter: 'clipId',
    description: 'Handle of the clip creator.',
    find: (id, world) => world.clip(id),
    unknown: 'clipNotFound',
    whom: 'of a clip creator',
    sample: 'sample.creator',
  },
  gram: {
    parameter: 'gramId',
    description: 'Handle of the gram creator.',
    find: (id, world) => world.gram(id),
    unknown: 'gramNotFound',
    whom: 'of a gram creator',
    sample: 'sample.creator',
  },
  tube: {
    parameter: 'tubeId',
    description: 'Id of the tube channel.',
    find: (id, world) => world.tube(id),
    unknown: 'tubeNotFound',
    whom: 'of a tube channel',
    sample: 'UCsample-creator00000000',
  },
};

export interface Lookup<P extends Platform> {
  operation: OperationId;
  platform: P;
  /** @param whom such as `of a clip creator` */
  summary: (whom: string) => string;
  reply: TSchema;
  record: (account: AccountOn[P], shiftMs: number) => object;
}

/** A look-up of one record of one account: GET with the id of the account. */
export const lookup =
  <P extends Platform>({ operation, platform, summary, reply: data, record }: Lookup<P>): MakeEndpoints =>
  (deps) => {
    const subject: Subject<P> = v2Subjects[platform];
    const { parameter, description, find, unknown, whom, sample } = subject;
    const parameters = Type.Object({ [parameter]: Type.String({ minLength: 1, description }) });
    const about = { summary: summary(whom), sample: { [parameter]: sample }, tag: platform };

    return {
      operation,
      method: 'GET',
      parameters,
      validated: false,
      reply: data,
      about,
      answer: ({ call, tx, given }) => {
        const requestedId = requiredText(given, parameter);
        const id = call.substitute?.[parameter] ?? requestedId;
        const receipt = meter(deps, tx, call, fullPriceOf(deps, call), () => ({
          json: cachedJson(deps, call, id, ({ world, shiftMs }) => {
            const account = find(id, world);
            if (!account) throw new Refusal(unknown);
            return record(account, shiftMs);
          }),
        }));
        return succeed(call, receipt);
      },
    };
  };

/** @throws Refusal `invalid` when the parameter is missing, empty or given twice */
export function requiredText(query: unknown, name: string): string {
  const value = (query as Record<string, unknown>)[name];
  if (typeof value !== 'string' || value === '') throw new Refusal('invalid');
  return value;
}
