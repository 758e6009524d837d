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

const wordsOf = (text: string): string[] => text.split(' ');
const halfOf = (text: string): number => Math.ceil(wordsOf(text).length / 2);

/** Texts that are like those of a user, but not the same: many rules and their bounds meet them. */
const changes: Readonly<Record<string, (text: string, at: number) => string>> = {
  'without a word': (text, at) =>
    wordsOf(text)
      .filter((_, n, { length }) => n !== at % length)
      .join(' '),
  'with two words swapped': (text, at) => {
    const words = wordsOf(text);
    const [word] = words.splice(at % words.length, 1);
    return words.toSpliced((at % (words.length + 1)) + 1, 0, word ?? '').join(' ');
  },
  'with the next digits': (text) => text.replace(/\d(?!\d)/g, (digit) => String((Number(digit) + 1) % 10)),
  'with the end of the next one': (text, at) => {
    const next = texts[(at + 1) % texts.length] ?? '';
    return [...wordsOf(text).slice(0, halfOf(text)), ...wordsOf(next).slice(halfOf(next))].join(' ');
  },
};

const blockSize = 100;

/** What a reading says in all: the search, what it refuses, and the remarks. */
function digestOf(change: (text: string, at: number) => string, from: number): string {
  const hash = createHash('sha256');
  for (const [n, text] of texts.slice(from, from + blockSize).entries())
    hash.update(JSON.stringify(readDescription(change(text, from + n), lexiconWithBrands, noon)));
  return hash.digest('hex').slice(0, 12);
}

// A text finds the same creators as with the last version, so no reading changes unseen: where one is meant to, -u writes them.
it.each(Object.entries(changes))(
  'a text of a user %s is read as in the version before',
  async (name, change) => {
    const blocks = Array.from({ length: Math.ceil(texts.length / blockSize) }, (_, n) => n * blockSize);
    const lines = blocks.map((from) => `from ${from} ${digestOf(change, from)}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(`unchanged/${name.replaceAll(' ', '-')}.txt`);
  },
);
