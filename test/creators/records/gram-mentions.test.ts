import { expect, test } from 'vitest';
import { completeGramAccount } from '../../../seed/fixtures/defaults.ts';
import { gramContentDetail } from '../../../src/creators/records/gram-content-detail.ts';
import { worldOf } from '../world/worlds.ts';

const mentioned = (text: string) =>
  gramContentDetail(completeGramAccount({ handle: 'a', contents: [{ text }] }), 0).recentImages[0]
    ?.mentionedCreators;

test.each([
  ['With @paper.boats', ['paper.boats']],
  ['@a_b, @C.d. and @a_b!', ['a_b', 'C.d']],
  ['和@paper.boats一起', ['paper.boats']],
  ['(@a)@b', ['a', 'b']],
  ['hello@paper-boats.example', []],
  ['mail a@b.c', []],
  ['@@a, @ a, @', []],
  [`@${'x'.repeat(30)}`, ['x'.repeat(30)]],
  [`@${'x'.repeat(31)}`, []],
  ['', []],
])('the caption %j mentions %j', (text, handles) => {
  expect(mentioned(text)).toEqual(handles);
});

test('captions of the world mention the brands that sponsor them', async () => {
  const world = await worldOf({ seed: 1, size: 60 });
  const all = [...world.accounts('gram')].flatMap((account) => {
    const { recentImages, recentReels } = gramContentDetail(account, 0);
    return [...recentImages, ...recentReels];
  });
  const mentions = all.filter(({ mentionedCreators }) => mentionedCreators.length > 0);
  expect(mentions.length).toBeGreaterThan(20);
  for (const { mentionedCreators, taggedCreators } of mentions)
    for (const handle of mentionedCreators) expect(taggedCreators).toContain(handle);
});
