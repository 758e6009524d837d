import { type Static, Type } from '@sinclair/typebox';
import { toCredits } from '../../core/credits.ts';
import { parametersIn, queryIn } from '../../core/query.ts';
import { closedAs, nullable } from '../../core/schema.ts';
import type { JournalEntry } from '../../journal/entry.ts';
import { CallSiteSchema } from '../../report/model.ts';
import { pathOf } from '../../service/http/call.ts';

const view = {
  id: Type.Integer(),
  at: Type.Integer({ description: 'Its arrival on the clock of the caller, epoch milliseconds.' }),
  realAt: Type.Integer({ description: 'Its arrival in real time, epoch milliseconds.' }),
  key: nullable(Type.String({ description: 'Id of the key that was sent, recognised or not.' })),
  operation: nullable(Type.String({ description: 'null on an unknown path.' })),
  matched: Type.Boolean({ description: 'The sandbox has such a path.' }),
  method: Type.String(),
  path: Type.String(),
  query: Type.Record(
    Type.String(),
    Type.Unsafe<string | string[]>({ type: ['string', 'array'], items: { type: 'string' } }),
    { description: 'A repeated parameter is a list.' },
  ),
  body: Type.Unknown({ description: 'JSON; the beginning of its text if it was cut at 2 kB.' }),
  bodyCut: Type.Boolean(),
  status: Type.Integer(),
  errorCode: nullable(
    Type.String({ description: 'The `errorCode` of generation 3, the error string of generation 2.' }),
  ),
  credits: Type.Number({ description: 'Credits charged.' }),
  durationMs: Type.Number(),
  traceId: nullable(Type.String()),
  injected: nullable(
    Type.String({ description: 'The fault rule or header that forced the answer; null if nothing did.' }),
  ),
  notes: Type.Array(Type.String()),
  callSite: Type.Optional(CallSiteSchema),
  decisions: Type.Array(Type.String(), {
    description: 'Ids of the decisions that the answer relies on, general ones excepted; see /decisions.',
  }),
};

export const RequestView = Type.Object(view, closedAs('RequestView'));
export type RequestView = Static<typeof RequestView>;

export const NearRequest = Type.Object(
  {
    ...view,
    differs: Type.Array(Type.String(), { description: 'The names of the criteria that it does not meet.' }),
  },
  closedAs('NearRequest'),
);

export function requestView(recorded: JournalEntry): RequestView {
  const { keyId, operation, url, body, credits, ...rest } = recorded;
  return {
    id: rest.id,
    at: rest.at,
    realAt: rest.realAt,
    key: keyId,
    operation,
    matched: operation !== null,
    method: rest.method,
    path: pathOf(recorded),
    query: parametersIn(queryIn(url)),
    body: body === null ? null : body.cut ? body.text : (JSON.parse(body.text) as unknown),
    bodyCut: body?.cut ?? false,
    status: rest.status,
    errorCode: rest.errorCode,
    credits: toCredits(credits),
    durationMs: rest.durationMs,
    traceId: rest.traceId,
    injected: rest.injected,
    notes: [...rest.notes],
    ...(rest.callSite && { callSite: rest.callSite }),
    decisions: [...rest.decisions],
  };
}
