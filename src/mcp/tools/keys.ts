import { Type } from '@sinclair/typebox';
import { creditsLeft } from '../agent.ts';
import { closedObject, defineTool, Left, OptionalText, OwnKey, operationText } from './tool.ts';

const OptionalCredits = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }));

export const openKey = defineTool({
  name: 'open_key',
  title: 'Open a key with a budget',
  description:
    'Opens an API key that can never spend more than its budget, whatever happens: neither renewals, nor purchased credits, nor parallel calls give it more. The other tools take it by its id, its label or itself; give the key to a program that calls the service.',
  readOnly: false,
  input: closedObject({
    budget: Type.Number({ minimum: 0, description: 'The most credits that the key can ever spend.' }),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Its name in receipts.' })),
    plan: OptionalCredits('Plan credits of the account, renewed every 30 days; the budget when absent.'),
    purchased: OptionalCredits('Purchased credits of the account; 0 when absent.'),
    fractional: Type.Optional(
      Type.Boolean({ description: "Calls may ask for single 'fields'; true when absent." }),
    ),
    rate: OptionalText(30, 'Requests per sliding window, such as 3/10s; no limit when absent.'),
  }),
  output: closedObject({
    id: Type.String({ description: 'The id of the key: receipts and the journal show it.' }),
    key: Type.String({ description: 'The key for programs: header api-key, in generation 2 apiId.' }),
    budget: Type.Number(),
    available: Type.Union([Type.Number(), Type.Null()], { description: 'Credits of the account.' }),
  }),
  async run({ budget, plan = budget, fractional = true, ...terms }, { agent }) {
    const { id, key, available } = await agent.open(budget, { ...terms, plan, fractional });
    return { id, key, budget, available };
  },
});

export const force = defineTool({
  name: 'force',
  title: 'Force a refusal, a delay or a broken reply',
  description:
    'Makes the next calls of your key end in a refusal, late, or broken, so that you see how a client takes it. Only your key is affected; a forced refusal costs nothing, but the profile billed-timeout does. Give at least one of status, latency and profile.',
  readOnly: false,
  input: closedObject({
    operation: Type.Optional(
      Type.String({ maxLength: 100, description: `${operationText} All when absent.` }),
    ),
    status: Type.Optional(Type.Integer({ description: 'The status of the refusal: 402, 404, 429, 503 …' })),
    code: OptionalText(
      100,
      'The code of the refusal, such as KEY_SPEND_THRESHOLD_EXCEEDED; the usual one of the status when absent.',
    ),
    latency: OptionalText(20, 'A delay such as 250ms or 2s.'),
    profile: OptionalText(
      60,
      'A broken reply, or a failure of a gateway such as billed-timeout, by its name; a wrong one gets the names.',
    ),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'The number of calls; 1 when absent.' }),
    ),
    key: OwnKey,
  }),
  output: closedObject({
    id: Type.String({ description: 'The id of the rule.' }),
    times: Type.Integer(),
  }),
  async run({ operation, status, code, latency, profile, times = 1, key: given }, { admin, agent }) {
    const key = await agent.keyId(given);
    const { id } = await admin.fault({
      match: { key, ...(operation !== undefined && { operation }) },
      ...((status !== undefined || code !== undefined) && {
        respond: { ...(status !== undefined && { status }), ...(code !== undefined && { errorCode: code }) },
      }),
      ...(latency !== undefined && { latency }),
      ...(profile !== undefined && { profile }),
      times,
    } as Parameters<typeof admin.fault>[0]);
    return { id, times };
  },
});

export const advance = defineTool({
  name: 'advance',
  title: 'Advance the clock',
  description:
    'Moves the clock of the account of your key, such as past its renewal, its rate window or its daily limit. Other accounts keep their time. What the key has spent of its budget stays spent.',
  readOnly: false,
  input: closedObject({
    by: Type.String({ maxLength: 20, description: 'A duration such as 10s, 2h or 31d.' }),
    key: OwnKey,
  }),
  output: closedObject({
    renewals: Type.Array(Type.Unknown(), { description: 'The renewals that fell due, in order.' }),
    planRemaining: Type.Union([Type.Number(), Type.Null()]),
    spent: Type.Number({ description: 'Credits that the key has ever spent.' }),
    left: Left,
  }),
  async run({ by, key: given }, { admin, agent }) {
    const id = await agent.keyId(given);
    const renewals = await admin.advance(by, id);
    const key = await admin.findKey(id);
    return { renewals, planRemaining: key.planRemaining, spent: key.spent, left: creditsLeft(key) };
  },
});
