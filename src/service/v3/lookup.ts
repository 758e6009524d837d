import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { Refusal } from '../../core/errors.ts';
import { findOperation, type OperationId } from '../../core/operations.ts';
import type { Platform } from '../../core/platforms.ts';
import { priceLookup, quoteLookup, selectParts } from '../../core/selection.ts';
import type { Account, ClipAccount, GramAccount, TubeAccount } from '../../creators/world/account.ts';
import { worldOf } from '../http/delayed.ts';
import type { Deps } from '../http/deps.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { cachedJson, meter, type WorldOfDay } from '../http/metered.ts';
import { route } from './route.ts';
import { type Subject, v3Subjects } from './subjects.ts';

/** A look-up of one record of one account, on the platforms that have it. */
export interface Lookup {
  /** Last part of the path. */
  name: string;
  /** @param whom such as `of a clip creator` */
  summary: (whom: string) => string;
  gram?: LookupRecord<GramAccount>;
  clip?: LookupRecord<ClipAccount>;
  tube?: LookupRecord<TubeAccount>;
}

export interface LookupRecord<T extends Account = Account> {
  reply: TSchema;
  /** The whole record: also a block of a search's creators (contract 4.3(5)). */
  record: (account: T, context: LookupContext) => object;
}

export type LookupContext = WorldOfDay;

/**
 * A look-up has two forms with one meaning: GET with a query (contract 4.2) and POST with the same parameters
 * in a JSON body (observed). A form that the setting `lookups` turns off is an unknown path.
 */
export const lookupRoute =
  (lookup: Lookup, platform: Platform): MakeEndpoints =>
  (deps) => {
    const subject = v3Subjects[platform] as Subject<TObject, Account>;
    const { parameters, check = () => [], whom, sample, notes = [] } = subject;
    const operation = `${platform}/${lookup.name}` as OperationId;
    const { reply, record } = lookup[platform] as LookupRecord;
    const about = { summary: lookup.summary(whom), sample, notes };
    const answer = lookupAnswer(deps, operation, subject, record);

    if (findOperation(operation)?.methods.join() !== 'GET,POST')
      throw new Error(`${operation} is a look-up in both forms, and its row has other methods`);
    return methodsOf(deps).map((method) =>
      route({ operation, method, parameters, reply, check, about }, answer),
    );
  };

const methodsOf = ({ settings }: Pick<Deps, 'settings'>) =>
  (({ both: ['GET', 'POST'], get: ['GET'], post: ['POST'] }) as const)[settings.lookups];

const lookupAnswer =
  (
    deps: Pick<Deps, 'world' | 'prices' | 'jsonCache'>,
    operation: OperationId,
    { find, nameOf }: Subject<TObject, Account>,
    record: LookupRecord['record'],
  ): Parameters<typeof route<TObject>>[1] =>
  ({ tx, call, parameters: given, selection }) => {
    const { prices } = deps;
    return meter(deps, tx, call, quoteLookup(prices, operation, selection), () => {
      if (selection === 'whole')
        return {
          json: cachedJson(deps, call, nameOf(given), (day) =>
            record(requireFound(find(given as Static<TObject>, day.world)), day),
          ),
          price: prices.full(operation),
        };
      const world = worldOf(deps, call);
      const account = requireFound(find(given as Static<TObject>, world));
      const whole = record(account, { world, shiftMs: world.shiftMs(call.now) });
      return {
        data: selectParts(whole, selection),
        price: priceLookup(prices, operation, selection, whole),
        rule: 'byParts',
      };
    });
  };

/** @throws Refusal `notFound` for a well-formed id that does not exist (contract 7.2(2)) */
export function requireFound<T>(record: T | undefined): T {
  if (record === undefined) throw new Refusal('notFound');
  return record;
}
