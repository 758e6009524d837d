import type { TSchema } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import type { ReplyContext, UnsentReply } from '../../../src/service/http/reply-rewriter.ts';
import { replyVariations, variedDecisions } from '../../../src/trials/mutation/variations.ts';
import { operationOf } from '../../generations.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    a: { type: ['string', 'null'] },
    b: text,
    creatorList: { type: 'array', items: text },
    tags: { type: 'array', items: { type: ['string', 'null'] } },
    sponsors: { type: 'array', items: text },
  },
} as unknown as TSchema;
const data = { a: 'x', b: 'y', creatorList: ['1', '2', '3', '4'], tags: ['5', '6'] };
const refusal = { success: false, message: 'No.', traceId: 't', timestamp: 1 };
const details = [{ field: 'a', message: 'Not so.' }];

const replies: Readonly<Record<string, [OperationId, Partial<UnsentReply>, given?: unknown]>> = {
  'a search': ['clip/search', {}],
  'a search in an order': ['clip/search', {}, { sortBy: 'a' }],
  'a look-up of generation 2': ['v2/clipBasic', {}],
  'a list': ['sponsor/list', { body: { data: { sponsors: ['1', '2', '3'] } } }],
  'a look-up': ['clip/profile', {}],
  'a result': ['nls', { form: 'result' }],
  'a file': ['tube/subtitles/download', { form: 'file', body: ['1', '2'] }],
  'a refusal': ['clip/profile', { status: 404, body: { ...refusal, details } }],
  'a refused key': ['clip/profile', { status: 401, body: refusal }],
  'a failed result': ['nls', { form: 'result', body: refusal }],
  'a refusal of generation 2': [
    'v2/clipBasic',
    { status: 404, body: { success: false, error: 'e', errorDescription: 'No.' } },
  ],
  'one without a text': [
    'v2/clipBasic',
    { status: 404, body: { success: false, error: 'e', errorDescription: null } },
  ],
};

/** The same reply under some seeds, `=` where it stays as it is. */
async function variants(decision: string, [id, reply, given = {}]: (typeof replies)[string]) {
  const unsent: UnsentReply = { form: 'json', status: 200, body: { success: true, data, used: 2 }, ...reply };
  const context = { operation: operationOf(id), method: 'GET', url: '/', given, schema } as ReplyContext;
  const found: string[] = [];
  for (let seed = 1; seed <= 4; seed++) {
    const { body, ...rest } = await replyVariations(seed, [decision]).rewrite(unsent, context);
    expect(rest).toEqual({ form: unsent.form, status: unsent.status });
    const [before, after] = [JSON.stringify(unsent.body), JSON.stringify(body)];
    found.push(before === after ? '=' : after.replace('x'.repeat(300), '300×x'));
  }
  return found;
}

it('each decision varies by its seed, and only in what it leaves open', async () => {
  const lines: string[] = [];
  for (const decision of variedDecisions) {
    const names = new Map<string, string[]>();
    for (const [name, reply] of Object.entries(replies)) {
      const found = (await variants(decision, reply)).map((each) => `  ${each}`).join('\n');
      names.set(found, [...(names.get(found) ?? []), name]);
    }
    for (const [found, alike] of names)
      if (/[^\s=]/.test(found)) lines.push(`${decision}: ${alike.join(', ')}`, found);
    for (let seed = 1; seed <= 4; seed++) {
      const { progress, pieces } = replyVariations(seed, [decision]);
      const events = progress && [progress({ step: 1, message: 'm' }), progress('other')];
      const cut = pieces?.(Buffer.from('0123456789')).map((each) => each.toString('hex'));
      if (events ?? cut)
        lines.push(
          `${decision}, seed ${seed}: ${JSON.stringify(events ?? cut).replace('x'.repeat(300), '300×x')}`,
        );
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('variations.txt');
});

it('a reply that is asked for again varies again, whatever else varies', async () => {
  const context = {
    operation: operationOf('clip/profile'),
    method: 'GET',
    url: '/',
    given: {},
    schema,
  } as ReplyContext;
  const unsent: UnsentReply = { form: 'json', status: 200, body: { data: { a: 1, b: 2, c: 3, d: 4, e: 5 } } };
  const asked = async (only: readonly string[]) => {
    const { rewrite } = replyVariations(3, only);
    const all: string[] = [];
    for (const url of ['/', '/', '/other', '/'])
      all.push(JSON.stringify((await rewrite(unsent, { ...context, url })).body));
    return all;
  };
  const found = await asked(['key-order']);
  expect(new Set(found).size).toBe(4);
  expect(await asked(['key-order', 'message-texts', 'nls-events'])).toEqual(found);
});
