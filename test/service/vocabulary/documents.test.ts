import { describe, expect, it } from 'vitest';
import { documentFrom, expectExamplesFit, lint } from '../../app/openapi/documented.ts';
import { testApp } from '../../harness.ts';

const neutral = await testApp({ vocabulary: 'neutral' });

describe.each([
  ['the published words', {}],
  ['words that the documents have already', { clip: 'creator', gram: 'videos', tube: 'channel' }],
])('a document in %s', async (_, dictionary) => {
  const app = await testApp({ vocabulary: 'published', dictionary });

  it.each([2, 3] as const)(
    'has every schema of generation %i, its examples fit, and a strict linter finds nothing',
    async (generation) => {
      const document = await documentFrom(app, generation);
      const schemas = ({ components }: typeof document) => Object.keys(components.schemas).length;
      expect(schemas(document)).toBe(schemas(await documentFrom(neutral, generation)));
      expectExamplesFit(document);
      expect(await lint(document)).toEqual([]);
    },
  );
});
