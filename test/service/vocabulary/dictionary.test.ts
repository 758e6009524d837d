import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/core/operations.ts';
import { neutralWords, publishedDictionary } from '../../../src/service/vocabulary/dictionary.ts';
import { publishedTable } from '../../published.ts';

describe('the published words', () => {
  const dictionary = publishedDictionary();

  it.each<readonly [string, string]>([
    ...publishedTable,
    ['getClipProfile', 'getTiktokProfile'],
    ['searchTube', 'searchYoutube'],
    ['searchTubeContent', 'searchYoutubeContent'],
    ['submitGramCreators', 'submitInstagramCreators'],
  ])('say %s as %s', (word, published) => {
    expect(dictionary.get(word)).toBe(published);
  });

  it('cover every word with the name of a platform', () => {
    expect([...dictionary.keys()].sort()).toEqual([...neutralWords].sort());
    for (const { platform, operationId } of operations)
      expect(dictionary.has(operationId), operationId).toBe(platform !== null);
  });

  it('have one meaning each', () => {
    expect(new Set(dictionary.values()).size).toBe(dictionary.size);
  });
});
