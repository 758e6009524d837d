import { expect, it } from 'vitest';
import { madeReplies } from '../runs/made.ts';
import { expectVariedRepliesFit } from '../runs/variations.ts';

it('no one of 100,000 varied replies violates the documents', async () => {
  const { app, replies } = await madeReplies();
  const { checked, different } = await expectVariedRepliesFit(
    app,
    replies,
    Math.ceil(100_000 / replies.length),
  );
  expect(checked).toBeGreaterThanOrEqual(100_000);
  expect(different / checked).toBeGreaterThan(0.9);
});
