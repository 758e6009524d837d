import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/core/operations.ts';
import { isPublished, testApp } from '../../harness.ts';

const { ask } = await testApp();

const listOf = async (url: string) => (await ask({ url })).body['availableEndpoints'] as string[];
const tabled = (generation: 2 | 3) =>
  operations
    .filter((operation) => operation.generation === generation)
    .flatMap(({ id, methods }) => methods.map((method) => `${method} /${id}`));

describe.each([
  [3, '/nothing', []],
  // contract 4.1 names the published path beside the neutral one
  [2, '/v2/nothing', isPublished ? [] : ['GET /v2/instagramBasic']],
] as const)('availableEndpoints of generation %i', async (generation, path, beside) => {
  const listed = await listOf(path);
  const expected = [...tabled(generation), ...beside];
  const missing = expected.filter((endpoint) => !listed.includes(endpoint));

  it('names each endpoint once, and none that the table of operations does not have', () => {
    expect(listed).toEqual([...new Set(listed)]);
    expect(listed.filter((endpoint) => !expected.includes(endpoint))).toEqual([]);
  });

  // skipped, with what is missing in its title, until all of them are served
  it.skipIf(missing.length > 0)(
    `is the whole table of operations${missing.length > 0 ? `; not served yet: ${missing.join(', ')}` : ''}`,
    () => {
      expect([...listed].sort()).toEqual([...expected].sort());
    },
  );
});
