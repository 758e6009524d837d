import { type TProperties, Type } from '@sinclair/typebox';
import { flag, instant, object, text } from '../../creators/records/atoms.ts';

const creditsField = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} Credits.` });
const left = (description: string) =>
  Type.Number({ minimum: -1, description: `${description} Credits; -1 when unlimited.` });
const traceId = Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Names this request.' });
const timestampField = instant('The arrival of the request.');

/** An open object: the data of the reply comes on top. */
const frame = (description: string, fields: TProperties) => Type.Object(fields, { description });

export const Envelope = frame('The members of every successful reply of generation 3 beside its data.', {
  creditsUsed: creditsField('The cost of this call.'),
  creditsAvailable: left('Left of plan and purchased credits together.'),
  traceId,
  timestamp: timestampField,
  errorCode: Type.Literal('', { description: 'Empty on success.' }),
  errorDescription: Type.Literal('', { description: 'Empty on success.' }),
  success: Type.Literal(true),
});

export const FailedCheck = object('One failed check of one field.', {
  field: text('The field, as a path such as filters[0].op.'),
  message: text('The reason why it is invalid.'),
  code: text('The kind of check.'),
});

export const Shortfall = object('The credits required against the credits available.', {
  field: Type.Literal('credits'),
  message: text('Both in words.'),
  required: creditsField('The most that the request would cost.'),
  available: creditsField('The credits that the key has.'),
});

/** Open, because each status adds its codes. */
export const ErrorReply = frame(
  'A refusal of generation 3: no data, nothing charged. Branch on errorCode; one code can have several messages.',
  {
    success: Type.Literal(false),
    error: text('Class of the error; it may stand for several codes.'),
    message: text('The error in words, for people.'),
    // "On most responses" (contract 2.2).
    traceId: Type.Optional(traceId),
    timestamp: Type.Optional(timestampField),
  },
);

export const NlsProgress = object('An event `progress`.', { message: text('The step that is being done.') });

/** The event `result` of /nls. After a failure it has no data. */
export const NlsResult = <Findings extends TProperties[string]>(Findings: Findings) =>
  object('The event `result`: the last one.', {
    data: Type.Optional(Findings),
    creditsUsed: creditsField('The cost of this call, by its tokens.'),
    creditsAvailable: left('Left of plan and purchased credits together.'),
    planCreditsAvailable: left('Left of the plan.'),
    purchasedCreditsAvailable: creditsField('Left of the purchased credits.'),
    keyCreditsAvailable: Type.Optional(
      creditsField('Left of the spend limit of the key; absent without one.'),
    ),
    traceId,
    timestamp: timestampField,
    errorCode: text('Empty on success.'),
    errorDescription: text('Empty on success.'),
    success: flag('false when the search failed after the stream began.'),
  });
