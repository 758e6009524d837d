import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDescription } from '../../../src/creators/language/read.ts';
import { noon } from '../../harness.ts';
import { lexiconWithBrands as lexicon } from './lexicon.ts';
import { shown } from './shown.ts';

/** Briefs as marketers write them, by authors who did not build the reader, each with its search below it. */
const table = readFileSync(new URL('briefs.txt', import.meta.url), 'utf8');

it('reads 250 briefs as they are meant', async () => {
  const texts = table.split('\n').filter((line) => /^\S/.test(line));
  const read = texts.map((text) => `${text}\n    ${shown(readDescription(text, lexicon, noon), noon)}\n`);
  expect(texts.length).toBe(250);
  await expect(read.join('')).toMatchFileSnapshot('briefs.txt');
});

it.each(
  readFileSync(new URL('foreign.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 2), line.slice(3)] as const),
)('does not read %s: %s', (_, text) => {
  expect(shown(readDescription(text, lexicon, noon), noon)).toBe('foreign');
});
