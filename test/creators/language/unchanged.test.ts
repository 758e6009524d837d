import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDescription } from '../../../src/creators/language/read.ts';
import { noon } from '../../harness.ts';
import { lexiconWithBrands } from './lexicon.ts';
import { userTexts } from './user-texts.ts';

const edges = readFileSync(new URL('edges.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith(' '));
const texts = [...userTexts.map(({ text }) => text), ...edges];

/** Texts that are like that of a user, but not the same: many rules and their bounds meet them. */
function likeIt(text: string, next: string): string[] {
  const words = text.split(' ');
  const nextWords = next.split(' ');
  // the place of the change depends on the text alone, so a new text changes no other reading
  const at = text.length % words.length;
  const halfOf = ({ length }: string[]): number => Math.ceil(length / 2);
  return [
    words.toSpliced(at, 1).join(' '),
    words.toSpliced(at, 2, words[at + 1] ?? '', words[at] ?? '').join(' '),
    text.replace(/\d(?!\d)/g, (digit) => String((Number(digit) + 1) % 10)),
    [...words.slice(0, halfOf(words)), ...nextWords.slice(halfOf(nextWords))].join(' '),
  ];
}

/** All that a reading says: the search, the refused words, and the remarks. */
const digestOf = (text: string): string =>
  createHash('sha256')
    .update(JSON.stringify(readDescription(text, lexiconWithBrands, noon)))
    .digest('hex')
    .slice(0, 6);

// A text finds the same creators as with the last version, so no reading changes unseen: where one is meant to, -u writes them.
it('texts like those of users are read as in the version before', async () => {
  const lines = texts.map((text, at) => {
    const digests = likeIt(text, texts[at + 1] ?? '').map(digestOf);
    return `${digests.join(' ')} ${text.slice(0, 40).toWellFormed()}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('unchanged.txt');
});
