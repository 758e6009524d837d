import type { Millicredits } from '../../core/credits.ts';
import type { World } from '../../creators/world/world.ts';
import type { Balance, LedgerTransaction } from '../../ledger/ledger.ts';
import { lookUpIdOf } from '../../report/identifiers.ts';
import { factBitsOf, itemsIn } from '../../report/reply-facts.ts';
import { bytesIn, type Encoded, encoded, type ReplyJson } from './body.ts';
import type { Call, RecognisedCall } from './call.ts';
import { applyMagic, worldOf } from './delayed.ts';
import type { Deps } from './deps.ts';
import { recordedDataOf } from './recordings.ts';

/** The result of a call, as data or as cached JSON, and its price. */
type Priced = ({ data: unknown } | { json: ReplyJson }) & {
  /** The estimate when absent. */
  price?: Millicredits;
  /** The rule for the ledger's entry; the price book's rule when absent. */
  rule?: string;
};

/** The contents of an envelope: the data as JSON, the charge, and the balance after the commit. */
export interface Receipt {
  json: ReplyJson;
  charged: Millicredits;
  balance: Balance;
}

/** The price of a call's whole reply. */
export const fullPriceOf = (
  { prices }: Pick<Deps, 'prices'>,
  { operation }: Pick<RecognisedCall, 'operation'>,
): Millicredits => prices.full(operation);

/**
 * Runs a valid call inside a batch: checks the estimate, looks up, serialises, charges the actual price. Every step
 * that can fail comes before the charge, so 4xx and 5xx are free (contract 7.2(8)). The charge itself refuses when
 * other calls have spent the credits since the estimate. The reply leaves after the commit.
 */
export function meter(
  deps: Pick<Deps, 'prices'>,
  tx: LedgerTransaction,
  call: RecognisedCall,
  estimate: Millicredits,
  produce: () => Priced,
): Receipt {
  const { caller, operation, now, traceId } = call;
  tx.afford(caller, estimate, now);
  applyMagic(call);
  const result: Priced = recordedDataOf(call) ?? produce();
  const { price = estimate, rule = deps.prices.rule(operation) } = result;
  const json = 'json' in result ? result.json : toReportedJson(call, result.data);
  const balance = tx.charge(caller, { operation, credits: price, rule, traceId, now });
  call.charged = price;
  return { json, charged: price, balance };
}

/** The receipt of a recorded answer. @returns undefined where the operation makes the answer itself */
export function meterRecorded(
  deps: Pick<Deps, 'prices'>,
  tx: LedgerTransaction,
  call: RecognisedCall,
): Receipt | undefined {
  const recorded = recordedDataOf(call);
  return recorded && meter(deps, tx, call, recorded.price, () => recorded);
}

/** A reply's data as JSON. Notes on the call what the report reads from the data. */
function toReportedJson(call: Call, data: unknown): string {
  call.factBits = factBitsOf(data);
  call.items = itemsIn(data);
  return toJson(call, data);
}

/** A reply's data as JSON in the words on the wire. */
export const toJson = ({ toWire }: Call, data: unknown): string =>
  JSON.stringify(toWire ? toWire(data) : data);

/** The world on the day of a call, and the time that its replies add to every instant. */
export interface WorldOfDay {
  world: World;
  shiftMs: number;
}

/**
 * The JSON of a record, which depends on nothing but its subject and the day: it is made once, then cached.
 * @param subject names the record among those of the operation
 */
export function cachedJson(
  deps: Pick<Deps, 'world' | 'jsonCache'>,
  call: RecognisedCall,
  subject: string,
  make: (day: WorldOfDay) => object,
): Encoded {
  const { jsonCache } = deps;
  const world = worldOf(deps, call);
  const shiftMs = world.shiftMs(call.now);
  // two epochs have other worlds on one date
  const key = `${call.operation} ${call.words.vocabulary} ${shiftMs} ${world.day} ${subject}`;
  const known = jsonCache.get(key);
  if (known !== undefined) {
    call.factBits = known.factBits;
    call.items = known.items;
    return known.json;
  }
  const record = make({ world, shiftMs });
  const json = encoded(toJson(call, record));
  call.factBits = factBitsOf(record);
  // the ids suffice, and whole items would stay in memory
  call.items = itemsIn(record)?.map(lookUpIdOf);
  jsonCache.set(key, { json, factBits: call.factBits, items: call.items }, key.length + bytesIn(json));
  return json;
}
