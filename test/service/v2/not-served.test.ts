import { expect, it } from 'vitest';
import { testApp } from '../../harness.ts';

const { getV2 } = await testApp();

it.each([
  ...['facebookBasic', 'facebookHistory', 'threadsBasic'],
  ...['topicReport', 'brandTable', 'brandReport', 'getRelatedNiches'],
])('%s answers as any unknown path does', async (name) => {
  const [here, elsewhere] = [
    await getV2(`/v2/${name}`, 'demo-full'),
    await getV2('/v2/nothing', 'demo-full'),
  ];
  expect(here.status).toBe(404);
  expect(JSON.stringify(here.body)).toBe(
    JSON.stringify(elsewhere.body).replaceAll('/v2/nothing', `/v2/${name}`),
  );
  expect(JSON.stringify(here.body['availableEndpoints'])).not.toContain(name);
});

it('a path that only begins with its letters is no path of generation 2', async () =>
  expect((await getV2('/v2x%zz', 'demo-full')).body).toHaveProperty('errorCode'));
