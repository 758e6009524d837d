import { Type } from '@sinclair/typebox';
import { creditsLeft } from '../agent.ts';
import { remedyOf } from '../remedies.ts';
import { closedObject, defineTool, OwnKey, operationText, Parameters } from './tool.ts';

export const quote = defineTool({
  name: 'quote',
  title: 'Quote a call',
  description:
    'Says what a call would cost and whether your key would be refused. Nothing is charged and nothing recorded.',
  readOnly: true,
  input: closedObject({
    operation: Type.String({ maxLength: 100, description: operationText }),
    parameters: Parameters('The parameters as call takes them; identifiers may be missing.'),
    key: OwnKey,
  }),
  output: closedObject({
    credits: Type.Object({ least: Type.Number(), most: Type.Number() }),
    left: Type.Number({ description: 'Credits that the key can still spend.' }),
    refusal: Type.Optional(
      Type.Object({ status: Type.Integer(), code: Type.String(), remedy: Type.Optional(Type.String()) }),
    ),
  }),
  async run({ operation, parameters, key: given }, { admin, agent }) {
    const key = await agent.keyId(given);
    const { credits, refusal } = await admin.quote({ operation, parameters, key });
    const left = creditsLeft(await admin.findKey(key));
    if (!refusal) return { credits, left };
    const remedy = remedyOf(refusal.code);
    return { credits, left, refusal: { ...refusal, ...(remedy !== undefined && { remedy }) } };
  },
});
