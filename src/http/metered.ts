import type { Millicredits } from '../core/credits.ts';
import type { Balance } from '../ledger/ledger.ts';
import type { Call, RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';

/** What a call produced and what it costs. */
export interface Sale {
  data: unknown;
  price: Millicredits;
  /** How the price came about, for the ledger's entry; the price book's own rule when absent. */
  rule?: string;
}

/** What a skin needs for its envelope: the data as JSON, and the money as it stands after the commit. */
export interface Receipt {
  json: string;
  charged: Millicredits;
  balance: Balance;
}

/**
 * The one road from a valid request to a paid answer: check the estimate, look up, serialise, charge the
 * actual price, commit. Whatever can fail does so before the charge, so no 4xx or 5xx ever costs anything
 * (specification 7.2(8)); the charge itself refuses what the estimate let through and others spent meanwhile.
 */
export async function metered(
  deps: Deps,
  call: RecognisedCall,
  estimate: Millicredits,
  produce: () => Sale,
): Promise<Receipt> {
  const { caller, operation, now, traceId } = call;
  await deps.ledger.afford(caller, estimate, now);
  if (call.beforeLookup) await call.beforeLookup();
  const { data, price, rule = deps.prices.rule(operation) } = produce();
  const json = toJson(call, data);
  const balance = await deps.ledger.charge(caller, { operation, credits: price, rule, traceId, now });
  return { json, charged: price, balance };
}

/** The data of a reply as JSON, in the words on the wire. */
export const toJson = ({ toWire }: Call, data: unknown): string =>
  JSON.stringify(toWire ? toWire(data) : data);
