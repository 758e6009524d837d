import { expect, it } from 'vitest';
import { createReplies } from '../../src/journal/replies.ts';

it('keeps the latest replies, at most 200 new ones in a second', () => {
  let now = 0;
  const replies = createReplies(3, () => now);
  for (let id = 1; id <= 250; id++) replies.keep(id, `reply ${id}`);
  expect([197, 198, 200, 201, 250].map(replies.find)).toEqual([
    undefined,
    'reply 198',
    'reply 200',
    undefined,
    undefined,
  ]);
  now = 1_000;
  replies.keep(251, ['reply', Buffer.from(' 251')]);
  expect([198, 199, 251].map(replies.find)).toEqual([undefined, 'reply 199', 'reply 251']);
});
