import { Type } from '@sinclair/typebox';
import { roundedCredits } from '../../core/credits.ts';
import { creditsLeft } from '../agent.ts';
import { closedObject, defineTool } from './tool.ts';

export const receipt = defineTool({
  name: 'receipt',
  title: 'Read the receipt',
  description:
    'Says what was paid: your budget and what is left of it, the calls and credits of every key and operation of the sandbox, credits that bought nothing (waste), and client rules of the contract that were broken.',
  readOnly: true,
  input: closedObject({}),
  output: closedObject({
    budget: Type.Union([Type.Number(), Type.Null()], {
      description: 'The budget of all your keys together.',
    }),
    spent: Type.Number({ description: 'Credits that your keys spent.' }),
    keys: Type.Array(
      Type.Object({ id: Type.String(), budget: Type.Number(), spent: Type.Number(), left: Type.Number() }),
    ),
    sandbox: Type.Unknown({ description: 'Calls, credits and refusals: in all, by key, by operation.' }),
    waste: Type.Array(Type.Unknown()),
    clientRules: Type.Array(Type.Unknown()),
  }),
  async run(_none, { admin, agent }) {
    const [report, keys] = await Promise.all([admin.report(), agent.keys()]);
    return {
      budget: agent.budget,
      spent: roundedCredits(keys.reduce((sum, { spent }) => sum + spent, 0)),
      keys: keys.map((key) => ({
        id: key.id,
        budget: key.limit ?? 0,
        spent: key.spent,
        left: creditsLeft(key),
      })),
      sandbox: report.receipt,
      waste: report.waste,
      clientRules: report.clientRules,
    };
  },
});
