import { Type } from '@sinclair/typebox';
import { creditsLeft } from '../agent.ts';
import { closedObject, defineTool, OwnKey } from './tool.ts';

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
    left: Type.Number({ description: 'Credits that the key can still spend.' }),
  }),
  async run({ by, key: given }, { admin, agent }) {
    const id = await agent.keyId(given);
    const renewals = await admin.advance(by, id);
    const key = await admin.findKey(id);
    return { renewals, planRemaining: key.planRemaining, spent: key.spent, left: creditsLeft(key) };
  },
});
