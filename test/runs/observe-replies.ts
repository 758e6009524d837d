import type { ReplyContext, ReplyRewriter, UnsentReply } from '../../src/service/http/reply-rewriter.ts';
import { documentFrom, type Place, placesOf } from '../app/openapi/documented.ts';
import { type TestApp, testApp } from '../harness.ts';

/** A reply of the sandbox and its place in a document. */
export interface ObservedReply {
  readonly generation: 2 | 3;
  readonly place: Place;
  readonly unsent: UnsentReply;
  readonly context: ReplyContext;
}

/** The replies to the sample request of every operation: a success and some refusals. */
export async function observeReplies(): Promise<{ app: TestApp; replies: ObservedReply[] }> {
  const seen: { unsent: UnsentReply; context: ReplyContext }[] = [];
  const watch: ReplyRewriter = {
    rewrite(unsent, context) {
      seen.push({ unsent, context });
      return unsent;
    },
  };
  const app = await testApp({ vocabulary: 'neutral' }, { replyRewriter: watch });
  const replies: ObservedReply[] = [];
  for (const generation of [2, 3] as const)
    for (const place of placesOf(await documentFrom(app, generation)))
      for (const headers of requestHeaders) {
        seen.length = 0;
        await sendSample(app, generation, place, headers);
        const [found] = seen;
        if (found) replies.push({ generation, place, ...found });
      }
  return { app, replies };
}

const requestHeaders: Record<string, string>[] = [
  {},
  { prefer: 'code=400' },
  { prefer: 'code=402' },
  { prefer: 'code=404' },
  { prefer: 'code=429' },
  { prefer: 'code=503' },
];

/** Sends the sample request of an operation. */
function sendSample(
  { app }: Pick<TestApp, 'app'>,
  generation: 2 | 3,
  { method, path, operation }: Place,
  headers: Record<string, string> = {},
) {
  const query = (operation.parameters ?? []).flatMap(({ name, example }): [string, string][] =>
    example === undefined ? [] : [[name, example]],
  );
  const url = `${generation === 2 ? '/v2' : ''}${path}?${new URLSearchParams(query)}`;
  const sent = { [generation === 2 ? 'apiid' : 'api-key']: 'demo-full', ...headers };
  return app.inject(
    method === 'GET'
      ? { method, url, headers: sent }
      : {
          method: 'POST',
          url,
          headers: sent,
          payload: operation.requestBody?.content['application/json']?.examples.sample.value as object,
        },
  );
}
