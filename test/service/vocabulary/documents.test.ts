import { expect, it } from 'vitest';
import { documentFrom, expectExamplesFit, lint } from '../../app/openapi/documented.ts';
import { testApp } from '../../harness.ts';

const neutral = await testApp({ vocabulary: 'neutral' });
const published = await testApp({ vocabulary: 'published' });

it.each([2, 3] as const)(
  'a document in the published words has every schema of generation %i, its examples fit, and a strict linter finds nothing',
  async (generation) => {
    const document = await documentFrom(published, generation);
    const schemas = ({ components }: typeof document) => Object.keys(components.schemas).length;
    expect(schemas(document)).toBe(schemas(await documentFrom(neutral, generation)));
    expectExamplesFit(document);
    expect(await lint(document)).toEqual([]);
  },
);
