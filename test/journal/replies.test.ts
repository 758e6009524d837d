import { describe, expect, it } from 'vitest';
import { createReplies } from '../../src/journal/replies.ts';

/** A reply takes its bytes and 200 for its entry. */
const entry = 200;

describe('kept replies', () => {
  it('stay within their bytes: the oldest go first, and one takes a quarter at most', () => {
    const replies = createReplies(4 * (entry + 1_000));
    for (let id = 1; id <= 5; id++) replies.keep(id, String(id).repeat(1_000));
    expect([1, 2, 5].map((id) => replies.find(id)?.slice(0, 2))).toEqual([undefined, '22', '55']);
    replies.keep(6, 'é'.repeat(700));
    expect(replies.find(6)).toBe(undefined);
    expect(replies.find(3)?.length).toBe(1_000);
  });

  it('are at most 200 new ones in a second', () => {
    let now = 0;
    const replies = createReplies(2 ** 20, () => now);
    for (let id = 1; id <= 250; id++) replies.keep(id, `reply ${id}`);
    expect([1, 200, 201, 250].map(replies.find)).toEqual(['reply 1', 'reply 200', undefined, undefined]);
    expect(replies.keepPieces(251)).toBe(undefined);
    now = 1_000;
    for (let id = 252; id <= 452; id++) replies.keep(id, ['reply', Buffer.from(` ${id}`)]);
    expect([252, 451, 452].map(replies.find)).toEqual(['reply 252', 'reply 451', undefined]);
  });

  it('grow by their pieces, also when a piece ends within a character', () => {
    const replies = createReplies(2 ** 20);
    const add = replies.keepPieces(1);
    add?.('data: ');
    expect(replies.find(1)).toBe('data: ');
    const [first, second] = Buffer.from('é');
    add?.(Buffer.from([first as number]));
    add?.(Buffer.from([second as number]));
    expect(replies.find(1)).toBe('data: é');
  });

  it('let a stream go that is too large, pushed out or removed, whatever it still adds', () => {
    const replies = createReplies(4_000);
    const large = replies.keepPieces(1);
    for (let n = 0; n < 11; n++) large?.('x'.repeat(100));
    expect(replies.find(1)).toBe(undefined);

    const small = replies.keepPieces(2);
    small?.('begun');
    for (let id = 3; id < 10; id++) replies.keep(id, 'x'.repeat(1_000));
    small?.(' and ended');
    expect(replies.find(2)).toBe(undefined);
    expect(replies.find(9)?.length).toBe(1_000);

    const cleared = replies.keepPieces(10);
    replies.clear();
    cleared?.('late');
    expect(replies.find(10)).toBe(undefined);
  });
});
