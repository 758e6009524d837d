import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { otherJson, publishedBody, publishedUrl } from '../published.ts';
import { recordIn, recordingsIn, type SentCall, sampleOf, sending } from './service.ts';

/** The files of a run against a new service whose clock stands still, without what depends on real time. */
async function filesOf(calls: readonly SentCall[], vocabulary: 'neutral' | 'published') {
  const service = await testApp({ vocabulary });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const folder = newFolder();
  const flags = ['--vocabulary', vocabulary];
  const { code, err } = await recordIn(folder, url, sending(calls), { flags });
  expect([code, err]).toEqual([0, expect.stringContaining(`${calls.length} calls, `)]);
  const out = join(folder, 'recordings');
  return [...recordingsIn(out).keys()].map((name) => {
    const text = readFileSync(join(out, name), 'utf8');
    const { recordedAt: _, ...file } = JSON.parse(text) as Record<string, unknown>;
    // members in another order are another file
    return `${name} ${JSON.stringify(file)}`;
  });
}

const inPublishedWords = ({ method, path, query, body }: SentCall): SentCall => {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const [to = '', given] = publishedUrl(path + search).split('?');
  return {
    method,
    path: to,
    ...(query && { query: Object.fromEntries(new URLSearchParams(given)) }),
    ...(body !== undefined && {
      body: JSON.parse(otherJson(JSON.stringify(body), publishedBody)) as unknown,
    }),
  };
};

const samples = (await testApp({ vocabulary: 'neutral' })).deps.servedRoutes.map(sampleOf);

describe('two runs against equal services', async () => {
  const files = await filesOf(samples, 'neutral');

  it('write equal files, but for the time and the times and cuts of parts', async () => {
    expect(files.length).toBeGreaterThan(62);
    expect(await filesOf(samples, 'neutral')).toEqual(files);
  });

  it('write equal files in neutral words, where the service speaks the published ones', async () => {
    expect(await filesOf(samples.map(inPublishedWords), 'published')).toEqual(files);
  });
});
