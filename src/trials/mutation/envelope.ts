import type { Operation } from '../../core/operations.ts';
import { isObject } from '../../core/values.ts';
import type { UnsentReply } from '../../service/http/reply-rewriter.ts';

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
