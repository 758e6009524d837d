import { Type } from '@sinclair/typebox';
import { formatCount } from '../../core/count.ts';
import { remedyOf } from '../remedies.ts';
import { ToolError } from '../tool-error.ts';
import { closedObject, defineTool } from './tool.ts';

export const explain = defineTool({
  name: 'explain',
  title: 'Explain a reply by its trace id',
  description:
    'Says why a request was refused, or what an answered one relied on: the request as it was sent, whether the refusal was earned or forced, the remedy, and the behaviours that the specification of the service leaves open. For a search in words: how each part of the description was read, as which filter, and what was left over.',
  readOnly: true,
  input: closedObject({
    traceId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The traceId of the reply.',
    }),
  }),
  output: closedObject({
    outcome: Type.String({ description: 'One sentence.' }),
    remedy: Type.Optional(Type.String()),
    notes: Type.Array(Type.String(), {
      description:
        'Remarks, such as how each part of a description in words was read, and what was not understood.',
    }),
    request: Type.Unknown(),
    key: Type.Optional(Type.Unknown({ description: 'The key that asked, as it is now.' })),
    reliesOn: Type.Array(Type.Object({ id: Type.String(), what: Type.String(), tag: Type.String() })),
  }),
  async run({ traceId }, { admin }) {
    const request = (await admin.requests()).findLast((each) => each.traceId === traceId);
    if (!request)
      throw new ToolError(
        'The journal has no request with this trace id. It keeps the latest 1,000 of each key; replies of generation 2 have none.',
      );
    const { status, errorCode, injected, credits, key: keyId, notes } = request;
    const remedy = errorCode === null ? undefined : remedyOf(errorCode);
    const decisions = request.decisions.length === 0 ? [] : await admin.decisions();
    const key = keyId === null ? undefined : await admin.findKey(keyId).catch(() => undefined);
    return {
      outcome:
        errorCode === null && status < 400
          ? `Answered with ${status} and charged ${formatCount(credits, 'credit')}.`
          : `Refused with ${errorCode === null ? status : `${status} ${errorCode}`}, ${injected === null ? 'earned by the request, its key or its account' : `forced by ${injected}`}; ${formatCount(credits, 'credit was', 'credits were')} charged. ${notes.join(' ')}`.trimEnd(),
      ...(remedy !== undefined && {
        remedy: injected === null ? remedy : `A test forced it. Where the service answers so: ${remedy}`,
      }),
      notes,
      request,
      ...(key && { key }),
      reliesOn: decisions
        .filter(({ id }) => request.decisions.includes(id))
        .map(({ id, what, tag }) => ({ id, what, tag })),
    };
  },
});
