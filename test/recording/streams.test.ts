import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, recordingsIn, sampleOf, serving } from './service.ts';

const { deps } = await testApp({ vocabulary: 'neutral' });

it('record passes each part of a stream on as it comes, and writes when it came', async () => {
  const sample = deps.servedRoutes.filter(({ operation }) => operation === 'nls').map(sampleOf)[0];
  const progress = 'event: progress\ndata: {"message":"Looking..."}\n\n';
  const result = 'event: result\ndata: {"success":true,"data":{},"creditsUsed":1,"creditsAvailable":9}\n\n';
  let stream: ServerResponse | undefined;
  const target = await serving((incoming, reply) => {
    if (incoming.method === 'POST') {
      stream = reply.writeHead(200, { 'content-type': 'text/event-stream' });
      stream.write(progress);
      return;
    }
    reply.end('{"success":false,"errorCode":"NOT_FOUND"}');
    // the command asks this once it has the first part, which would else never come
    if (incoming.url?.startsWith('/clip/profile')) stream?.end(result);
  });
  const script = `(async () => {
    const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_KEY: key } = process.env;
    const headers = { 'api-key': key, 'content-type': 'application/json' };
    const { body } = await fetch(url + '/nls', { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(sample?.body))} });
    const seen = [];
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      if (seen.length === 0) await fetch(url + '/clip/profile?uniqueId=jane', { headers });
      seen.push(part);
    }
    require('fs').writeFileSync('seen', seen.join(''));
  })();`;
  const folder = newFolder();
  const { code, err } = await recordIn(folder, target.url, [process.execPath, '-e', script]);
  await target.close();
  expect(code, err).toBe(0);
  expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe(progress + result);
  const file = [...recordingsIn(join(folder, 'recordings')).values()].find(
    ({ operation }) => operation === 'nls',
  );
  expect(file?.reply?.events?.map(({ event }) => event)).toEqual(['progress', 'result']);
});
