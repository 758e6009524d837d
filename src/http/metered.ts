import type { Millicredits } from '../core/credits.ts';
import type { Balance } from '../ledger/ledger.ts';
import type { Call, RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';

/** The result of a call and its price. */
interface Priced {
  data: unknown;
  price: Millicredits;
  /** The rule for the ledger's entry; the price book's rule when absent. */
  rule?: string;
}

/** The contents of an envelope: the data as JSON, the charge, and the balance after the commit. */
export interface Receipt {
  json: string;
  charged: Millicredits;
  balance: Balance;
}

/**
 * Runs a valid call: checks the estimate, looks up, serialises, charges the actual price, commits. Every step that can
 * fail comes before the charge, so 4xx and 5xx are free (specification 7.2(8)). The charge itself refuses when other
 * calls have spent the credits since the estimate.
 */
export async function metered(
  deps: Deps,
  call: RecognisedCall,
  estimate: Millicredits,
  produce: () => Priced,
): Promise<Receipt> {
  const { caller, operation, now, traceId } = call;
  await deps.ledger.afford(caller, estimate, now);
  if (call.beforeLookup) await call.beforeLookup();
  const { data, price, rule = deps.prices.rule(operation) } = produce();
  const json = toJson(call, data);
  const balance = await deps.ledger.charge(caller, { operation, credits: price, rule, traceId, now });
  return { json, charged: price, balance };
}

/** A reply's data as JSON in the words on the wire. */
export const toJson = ({ toWire }: Call, data: unknown): string =>
  JSON.stringify(toWire ? toWire(data) : data);
