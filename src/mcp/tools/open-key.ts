import { Type } from '@sinclair/typebox';
import { closedObject, defineTool } from './tool.ts';

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
    rate: Type.Optional(
      Type.String({
        maxLength: 30,
        description: 'Requests per sliding window, such as 3/10s; no limit when absent.',
      }),
    ),
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
