import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDescription } from '../../../src/creators/language/read.ts';
import { noon } from '../../harness.ts';
import { lexiconWithBrands } from './lexicon.ts';
import { shown } from './shown.ts';

const folder = new URL('../../../src/creators/language/', import.meta.url);

/** The texts between backticks in the comments of a source file that are more than one plain word. */
function examplesIn(file: string): string[] {
  const comments = readFileSync(new URL(file, folder), 'utf8').matchAll(/^\s*(?:\/\/|\/?\*).*$/gm);
  const quoted = [...comments].flatMap(([line]) =>
    [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  );
  return quoted.filter((text) => /[\s\P{ASCII}]/u.test(text));
}

const readingOf = (text: string): string => {
  const { platform, filters, order, count, refused, broad } = shown(
    readDescription(text, lexiconWithBrands, noon),
    noon,
  );
  const meaning = refused ? 'not understood' : broad ? 'too broad' : filters || 'any';
  return [platform, meaning, order, count].filter((each) => each !== undefined).join(' | ');
};

it('every example beside a rule of the language is read as examples.txt says', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const examples = [...new Set(files.toSorted().flatMap(examplesIn))];
  const read = examples.map((text) => `${text}\n    ${readingOf(text)}\n`);
  await expect(read.join('')).toMatchFileSnapshot('examples.txt');
});

it('every text of edges.txt is read as it says there', async () => {
  const written = readFileSync(new URL('edges.txt', import.meta.url), 'utf8').split('\n');
  const texts = written.filter((line) => line !== '' && !line.startsWith(' '));
  const read = texts.map((text) => `${text}\n    ${readingOf(text)}\n`);
  await expect(read.join('')).toMatchFileSnapshot('edges.txt');
});
