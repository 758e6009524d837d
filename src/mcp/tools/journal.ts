import { Type } from '@sinclair/typebox';
import { closedObject, defineTool, operationText } from './tool.ts';

export const journal = defineTool({
  name: 'journal',
  title: 'Read the journal',
  description:
    'Lists recorded requests, the newest last: those of your keys and of the programs that call this sandbox. It shows ids of keys, never keys.',
  readOnly: true,
  input: closedObject({
    key: Type.Optional(
      Type.String({ maxLength: 200, description: 'A key, its id or its label; all when absent.' }),
    ),
    operation: Type.Optional(Type.String({ maxLength: 100, description: operationText })),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
    errorCode: Type.Optional(Type.String({ maxLength: 100 })),
    filter: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'Further terms, such as credits>3 path~profile sort=-credits.',
      }),
    ),
    newest: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'The largest number of requests; 20 when absent.',
      }),
    ),
  }),
  output: closedObject({
    matching: Type.Integer({ description: 'The number of requests that match in all.' }),
    requests: Type.Array(Type.Unknown()),
  }),
  async run({ newest = 20, ...filter }, { admin }) {
    const { filter: terms = '' } = filter;
    // An order or a limit of the agent's own decides which requests these are.
    if (/\b(sort|limit)\b/.test(terms)) {
      const requests = await admin.requests(filter);
      return { matching: requests.length, requests: requests.slice(-newest) };
    }
    // To read the whole journal takes hundreds of milliseconds.
    const [matching, requests] = await Promise.all([
      admin.count(filter),
      admin.requests({ ...filter, filter: `${terms} sort=-id limit=${newest}` }),
    ]);
    return { matching, requests: requests.reverse() };
  },
});
