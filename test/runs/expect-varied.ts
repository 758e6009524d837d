import { expect } from 'vitest';
import { replyVariations } from '../../src/trials/mutation/variations.ts';
import { documentFrom, expectFits, responseOf, validatorOf } from '../app/openapi/documented.ts';
import type { TestApp } from '../harness.ts';
import type { ObservedReply } from './observe-replies.ts';

/** Varies replies by several seeds, and checks each against its document. @returns how many replies differed */
export async function expectVariedRepliesFit(
  app: TestApp,
  replies: readonly ObservedReply[],
  seeds: number,
): Promise<{ checked: number; different: number }> {
  const documents = { 2: await documentFrom(app, 2), 3: await documentFrom(app, 3) };
  const validators = { 2: validatorOf(documents[2]), 3: validatorOf(documents[3]) };
  const fits = replies.map(({ generation, place, unsent }) => {
    const { at, content } = responseOf(documents[generation], place, unsent.status);
    const [type = ''] = Object.keys(content);
    const inStream =
      unsent.form === 'result' ? ['contentSchema', 'items', 'anyOf', '1', 'properties', 'data'] : [];
    return validators[generation]([...at, 'content', type, 'schema', ...inStream]);
  });
  let different = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const rewriter = replyVariations(seed);
    for (const [n, { unsent, context, place }] of replies.entries()) {
      const { status, body } = await rewriter.rewrite(unsent, context);
      expect(status).toBe(unsent.status);
      const validate = fits[n];
      if (!validate) throw new Error('no schema');
      expectFits(validate, body, `${place.path} ${status}, seed ${seed}`);
      if (JSON.stringify(body) !== JSON.stringify(unsent.body)) different += 1;
    }
  }
  return { checked: seeds * replies.length, different };
}
