import type { Operation } from '../core/operations.ts';
import { isObject } from '../core/values.ts';
import type { ReplyContext, UnsentReply } from '../service/http/reply-rewriter.ts';

export type EnvelopeBody = Readonly<Record<string, unknown>>;

/** The names by which an envelope reports credits and failures (contract 2.1, 2.2). */
export const envelopeNames = ({ generation }: Pick<Operation, 'generation'>) =>
  generation === 2 ? names2 : names3;

const names2 = { used: 'quotaUsed', left: 'remainingPlanCredit', code: 'error' } as const;
const names3 = { used: 'creditsUsed', left: 'creditsAvailable', code: 'errorCode' } as const;

/** The envelope of a reply; undefined for a file. */
export const envelopeOf = ({ form, body }: UnsentReply): EnvelopeBody | undefined =>
  form === 'file' ? undefined : (body as EnvelopeBody);

export const isRefusal = ({ body }: UnsentReply): boolean => isObject(body) && body['success'] === false;

/** The same reply with other members in its envelope, which a file does not have. */
export function withMembers(
  unsent: UnsentReply,
  change: (envelope: EnvelopeBody) => Record<string, unknown>,
): UnsentReply {
  const envelope = unsent.body as EnvelopeBody;
  return { ...unsent, body: { ...envelope, ...change(envelope) } };
}

/** The data of a success; undefined on a refusal. */
export function dataOf(unsent: UnsentReply): unknown {
  if (isRefusal(unsent)) return undefined;
  return unsent.form === 'file' ? unsent.body : envelopeOf(unsent)?.['data'];
}

export const withData = (unsent: UnsentReply, data: unknown): UnsentReply =>
  unsent.form === 'file' ? { ...unsent, body: data } : { ...unsent, body: { ...envelopeOf(unsent), data } };

/** The records of a page: its only list, or the data itself. */
export function itemsOf(unsent: UnsentReply): readonly unknown[] | undefined {
  const data = dataOf(unsent);
  if (Array.isArray(data)) return data;
  return isObject(data) ? Object.values(data).find((each) => Array.isArray(each)) : undefined;
}

/** The same page with other records. */
export function withItems(unsent: UnsentReply, items: readonly unknown[]): UnsentReply {
  const data = dataOf(unsent);
  if (!isObject(data)) return withData(unsent, items);
  const before = itemsOf(unsent);
  const entries = Object.entries(data).map(([name, value]) => [name, value === before ? items : value]);
  return withData(unsent, Object.fromEntries(entries));
}

/** Names a search by its key and its parameters, without those of the page. */
export const searchNameOf = ({ given, call, operation }: ReplyContext): string =>
  JSON.stringify([call.caller.id, operation.id, isObject(given) ? { ...given, offset: undefined } : given]);
