import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { realKey, recordIn, recordingsIn, sending, serving } from './service.ts';

const keeping = ['--keep-names', '--i-may-keep-personal-data'];

it('whoever may keep names records the reply as it came, its dates and figures too', async () => {
  const { app } = await testApp({ vocabulary: 'neutral' });
  onTestFinished(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const folder = newFolder();
  const reply = await fetch(`${url}/clip/profile?uniqueId=sample.creator`, {
    headers: { 'api-key': realKey },
  });
  const { data } = (await reply.json()) as { data: Record<string, unknown> };
  const { code } = await recordIn(
    folder,
    url,
    sending([{ method: 'GET', path: '/clip/profile', query: { uniqueId: 'sample.creator' } }]),
    { flags: keeping },
  );
  expect(code).toBe(0);
  const [file] = recordingsIn(join(folder, 'recordings')).values();
  expect(file?.request).toMatchObject({ query: { uniqueId: 'sample.creator' } });
  expect(file?.reply?.body).toMatchObject({ data });
});

it('a service whose /usage is long is a service', async () => {
  const service = await serving(({ url = '' }, reply) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(url === '/usage' ? `{"used":0,${' '.repeat(100_000)}"remaining":100}` : '{"name":"x"}');
  });
  onTestFinished(async () => void (await service.close()));
  const { code, err } = await recordIn(newFolder(), service.url, [process.execPath, '-e', '0']);
  expect([code, err.includes('does not answer as the service does')]).toEqual([0, false]);
});
