import { expect, it } from 'vitest';
import { expectVariedRepliesFit } from '../runs/expect-varied.ts';
import { observeReplies } from '../runs/observe-replies.ts';

it('no one of 100,000 varied replies violates the documents', async () => {
  const { app, replies } = await observeReplies();
  const { checked, different } = await expectVariedRepliesFit(
    app,
    replies,
    Math.ceil(100_000 / replies.length),
  );
  expect(checked).toBeGreaterThanOrEqual(100_000);
  expect(different / checked).toBeGreaterThan(0.9);
});
