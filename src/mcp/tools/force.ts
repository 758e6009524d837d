import { Type } from '@sinclair/typebox';
import { closedObject, defineTool, OwnKey, operationText } from './tool.ts';

export const force = defineTool({
  name: 'force',
  title: 'Force a refusal, a delay or a broken reply',
  description:
    'Makes the next calls of your key end in a refusal, late, or broken, so that you see how a client takes it. Only your key is affected; a forced refusal costs nothing. Give at least one of status, latency and profile.',
  readOnly: false,
  input: closedObject({
    operation: Type.Optional(
      Type.String({ maxLength: 100, description: `${operationText} All when absent.` }),
    ),
    status: Type.Optional(Type.Integer({ description: 'The status of the refusal: 402, 404, 429, 503 …' })),
    code: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The code of the refusal, such as KEY_SPEND_THRESHOLD_EXCEEDED; the usual one of the status when absent.',
      }),
    ),
    latency: Type.Optional(Type.String({ maxLength: 20, description: 'A delay such as 250ms or 2s.' })),
    profile: Type.Optional(
      Type.String({ maxLength: 60, description: 'A broken reply by its name; a wrong one gets the names.' }),
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
