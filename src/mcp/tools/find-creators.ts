import { Type } from '@sinclair/typebox';
import type { CreatorFilter } from '../../client/admin-interface.ts';
import { creatorTerms } from '../../creators/search/creator-terms.ts';
import { closedObject, defineTool } from './tool.ts';

const Term = (name: string, description: string) =>
  Type.Optional(
    /^(min|max|limit)/.test(name)
      ? Type.Integer({ minimum: 0, description })
      : Type.String({ maxLength: 100, description }),
  );

export const findCreators = defineTool({
  name: 'find_creators',
  title: 'Find creators to call with',
  description:
    'Finds creators of the invented world, free of charge and without a key. Their id goes into calls: uniqueId, on tube channelId.',
  readOnly: true,
  input: closedObject(
    Object.fromEntries(Object.entries(creatorTerms).map(([name, text]) => [name, Term(name, text)])),
  ),
  output: closedObject({ creators: Type.Array(Type.Unknown()) }),
  run: async (terms, { admin }) => ({ creators: await admin.creators(terms as CreatorFilter) }),
});
