import { describe, expect, it } from 'vitest';
import { isFractional, operationIds } from '../../src/core/operations.ts';
import { activate } from '../../src/trials/mutation/activate.ts';
import { mutantsOf } from '../../src/trials/mutation/mutants.ts';
import { documentFrom, responseOf, validatorOf } from '../app/openapi/documented.ts';
import { observeReplies } from './observe-replies.ts';

const { app, replies } = await observeReplies();
const successes = replies.filter(({ unsent }) => unsent.status === 200 && unsent.form !== 'result');

describe('mutants of every operation', () => {
  it('are found for each of them: values, credits, outcomes, faults, time', () => {
    const rules = new Map<string, number>();
    const operations = new Map(replies.map(({ context }) => [context.operation.id, context]));
    for (const [, { operation, schema, deps }] of operations)
      for (const { rule } of mutantsOf({ operation, schema, outcomes: deps.outcomes }))
        rules.set(rule, (rules.get(rule) ?? 0) + 1);
    expect(operations.size).toBe(operationIds.length);
    expect(Object.fromEntries(rules)).toMatchSnapshot();
  });

  it('break the document where they change a type, and leave every other operation alone', async () => {
    const documents = { 2: await documentFrom(app, 2), 3: await documentFrom(app, 3) };
    const validators = { 2: validatorOf(documents[2]), 3: validatorOf(documents[3]) };
    const unnoticed: string[] = [];
    for (const { generation, place, unsent, context } of successes) {
      const { at, content } = responseOf(documents[generation], place, 200);
      const [type = ''] = Object.keys(content);
      const fits = validators[generation]([...at, 'content', type, 'schema']);
      const { operation, schema, deps } = context;
      const about = { operation, schema, outcomes: deps.outcomes };
      // A reply to `fields` has a part of the record, so the document lets each field be absent there.
      const absent = isFractional(operation) ? [] : (['field-missing'] as const);
      for (const mutant of mutantsOf(about, {
        rules: [...absent, 'field-null', 'field-type-wrong', 'number-as-text'],
      })) {
        const { rewriter, effects } = activate(mutant, about);
        const mutatedReply = await rewriter.rewrite(unsent, context);
        if (effects.changed > 0 && fits(mutatedReply.body)) unnoticed.push(mutant.id);
        const other = { ...context, operation: { ...operation, id: 'usage' as const } };
        if (operation.id !== 'usage') expect(await rewriter.rewrite(unsent, other)).toBe(unsent);
      }
    }
    expect(unnoticed).toEqual([]);
  });
});
