import { Type } from '@sinclair/typebox';
import { choice } from '../../core/schema.ts';
import { instant, object } from '../../creators/records/atoms.ts';

const creditsField = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} Credits.` });
const left = (description: string) =>
  Type.Number({ minimum: -1, description: `${description} Credits; -1 when unlimited.` });
const timestampField = instant('The arrival of the request.');

const used = creditsField('The cost of this call.');
const usedTotal = creditsField('Used since the billing cycle began.');
const plan = left('Left of the plan; renewed every cycle.');
const purchased = creditsField('Left of the purchased credits; they stay until they are used.');

/** The fields of a successful reply beside its data (contract 2.1); open, because the data comes on top. */
export const Envelope = Type.Object(
  {
    quotaUsed: used,
    quotaUsedTotal: usedTotal,
    remainingPlanCredit: plan,
    remainingPrepurchasedCredit: purchased,
    timestamp: timestampField,
    error: Type.Literal('', { description: 'Empty on success.' }),
    success: Type.Literal(true),
  },
  { description: 'The members of every successful reply of generation 2 beside its data.' },
);

const zero = Type.Literal(0, { description: '0 on failure.' });

export const Failure = (errors: readonly string[]) =>
  object('A failure of generation 2: no data, nothing charged, all counters 0.', {
    data: Type.Null(),
    quotaUsed: zero,
    quotaUsedTotal: zero,
    remainingPlanCredit: zero,
    remainingPrepurchasedCredit: zero,
    timestamp: timestampField,
    error: choice(errors, 'The error; branch on this.'),
    success: Type.Literal(false),
  });
