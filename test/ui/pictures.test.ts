import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { version } from '../../src/system/version.ts';
import { sizeOf, textsOf, withText } from '../browser/png.ts';
import { linksIn } from '../markdown.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(root + file);
const pictures = globSync('docs/*.png', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

it('every picture of the documents is of this version: npm run ui:screenshots makes them', () => {
  expect(pictures.length).toBeGreaterThan(3);
  const software = pictures.map((file) => `${file}: ${textsOf(read(file)).get('Software')}`);
  expect(software).toEqual(pictures.map((file) => `${file}: creator-sandbox ${version}`));
});

it('every picture is shown by a page', () => {
  const shown = globSync('docs/*.md', { cwd: root }).flatMap((file) =>
    linksIn(read(file).toString()).map((link) => `docs/${link}`),
  );
  expect(pictures.filter((file) => !shown.includes(file))).toEqual([]);
});

it('a picture keeps its text and its size', () => {
  const [file = ''] = pictures;
  const png = read(file);
  const marked = withText(png, 'Comment', 'of a test');
  expect(textsOf(marked).get('Comment')).toBe('of a test');
  expect(textsOf(marked).get('Software')).toBe(textsOf(png).get('Software'));
  expect(sizeOf(marked)).toEqual(sizeOf(png));
});
