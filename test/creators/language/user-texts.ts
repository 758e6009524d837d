import { readFileSync } from 'node:fs';
import type { Described } from './descriptions.ts';

/**
 * Texts in the way of users, each with its reading below it: the platform, the filters, and, if there is one, the
 * order or the count.
 */
const lines = readFileSync(new URL('user-texts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '');

const foreignFrom = lines.indexOf('# In other languages');

export const userTexts: readonly Described[] = textsIn(lines);
export const foreignTexts: readonly Described[] = textsIn(lines.slice(foreignFrom));

function textsIn(all: readonly string[]): Described[] {
  return all.flatMap((line, at): Described[] => {
    if (!line.startsWith('    ')) return [];
    const [platform, filters = '', ...others] = line.trim().split(' | ');
    const order = others.find((each) => / (asc|desc)$/.test(each));
    const count = others.find((each) => /^\d+$/.test(each));
    const broad = filters === 'too broad';
    return [
      {
        text: all[at - 1] ?? '',
        platform: platform as Described['platform'],
        filters: broad || filters === 'any' ? '' : filters,
        ...(order !== undefined && { order }),
        ...(count !== undefined && { count: Number(count) }),
        ...(broad && { broad }),
      },
    ];
  });
}
