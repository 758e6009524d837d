import { readFileSync } from 'node:fs';
import type { Described } from './descriptions.ts';

/**
 * Texts as users write them, each with its expected reading below it: the platform, the filters and, if the text names
 * one, the order or the count.
 */
const lines = readFileSync(new URL('user-texts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '');

export const userTexts: readonly Described[] = lines.flatMap((line, at): Described[] => {
  if (!line.startsWith('    ')) return [];
  const [platform, filters = '', ...rest] = line.trim().split(' | ');
  const order = rest.find((each) => / (asc|desc)$/.test(each));
  const count = rest.find((each) => /^\d+$/.test(each));
  const broad = filters === 'too broad';
  const refused = filters === 'not understood';
  return [
    {
      text: lines[at - 1] ?? '',
      platform: platform as Described['platform'],
      filters: broad || refused || filters === 'any' ? '' : filters,
      ...(order !== undefined && { order }),
      ...(count !== undefined && { count: Number(count) }),
      ...(broad && { broad }),
      ...(refused && { refused }),
    },
  ];
});
