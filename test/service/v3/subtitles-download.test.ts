import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { subtitleCues } from '../../../src/creators/records/subtitles.ts';
import { createSandbox } from '../../../src/library/index.ts';
import { subtitleFile } from '../../../src/service/v3/subtitles-download.ts';
import { isPublished, testApp } from '../../harness.ts';
import { identify } from '../../ledger/harness.ts';

const { app, world, ledger, available } = await testApp();
const key = 'sandbox:plan=1000:subtitles';
const path = '/tube/subtitles/download';

const cuesOf = (videoId: string, vssId: string) => {
  const video = world.post('tube', videoId) ?? expect.fail(`no ${videoId}`);
  return [...subtitleCues(video.account, video.content, vssId)];
};
const get = (videoId: string, vssId: string, as = key) =>
  app.inject({ url: path, query: { videoId, vssId }, headers: { 'api-key': as } });
const post = (payload: object, as = key) =>
  app.inject({ method: 'POST', url: path, headers: { 'api-key': as }, payload });

await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

describe('/tube/subtitles/download', () => {
  it('sends the cues as a file, without the envelope', async () => {
    const reply = await get('manytracks1', '.ja');

    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="manytracks1-.ja.json"',
    });
    expect(reply.headers['content-length']).toBeUndefined();
    expect(reply.json()).toEqual(cuesOf('manytracks1', '.ja'));
  });

  it.each([
    ['manytracks1', '.ja'],
    ['longtrack01', '.en'],
    ['nolength001', 'a.en'],
  ])('sends the same again: %s %s', async (videoId, vssId) => {
    const send = async () => {
      const { body, headers } = await get(videoId, vssId, 'demo-unlimited');
      return { body, headers: { ...headers, date: '' } };
    };
    const first = await send();
    expect(JSON.parse(first.body)).toEqual(cuesOf(videoId, vssId));
    expect([await send(), await send()]).toEqual([first, first]);
    expect((await get('manytracks1', 'a.en', 'demo-unlimited')).body).not.toBe(first.body);
  });

  it('sends one list, wherever its pieces end', async () => {
    const cueOf = (length: number) => ({ text: 'x'.repeat(length), start: 0, dur: 1 });
    const full = 16 * 1024 - 1 - JSON.stringify(cueOf(0)).length;
    for (const lengths of [[full], [full - 1], [full + 1], [full, 0], [0, full], [full, full, 5]]) {
      const cues = lengths.map(cueOf);
      expect(JSON.parse((await Readable.from(subtitleFile(cues)).toArray()).join(''))).toEqual(cues);
    }
  });

  it('refuses in the envelope, in both forms', async () => {
    for (const [vssId, status] of [
      ['.xx', 404],
      ['.en"\r\nx: /../y', 404],
      ['.'.repeat(21), 400],
    ] as const) {
      const given = { videoId: 'manytracks1', vssId };
      for (const reply of [await get(given.videoId, vssId), await post(given)]) {
        expect(reply.json()).toMatchObject({ success: false });
        expect(reply).toMatchObject({ statusCode: status });
        expect(reply.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
        expect(reply.headers['content-disposition']).toBeUndefined();
      }
    }
  });

  it('begins exactly as many downloads at once as the credits pay for', async () => {
    const poor = 'sandbox:plan=10:subtitles';
    const replies = await Promise.all(Array.from({ length: 12 }, () => get('manytracks1', '.en', poor)));

    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    expect(replies.filter(({ statusCode }) => statusCode === 402)).toHaveLength(9);
    expect(await available(poor)).toBe(1);
  });

  it.skipIf(isPublished)(
    'is paid before it begins, whole, and stays paid when the client leaves',
    async () => {
      const leaver = 'sandbox:plan=10:leaver';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `GET ${path}?videoId=longtrack01&vssId=.en HTTP/1.1\r\nHost: x\r\napi-key: ${leaver}\r\n\r\n`,
        ),
      );
      await once(socket, 'data');
      expect(await available(leaver)).toBe(7);
      socket.destroy();

      await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0);
      expect(await available(leaver)).toBe(7);
      const caller = (await identify(ledger, leaver, 0)) ?? expect.fail();
      expect((await ledger.entries(caller)).filter(({ kind }) => kind !== 'open')).toMatchObject([
        { kind: 'charge', operation: 'tube/subtitles/download', rule: 'byCall', plan: -3000 },
      ]);
    },
  );

  it('does not delay the end of the sandbox when the client stops reading', async () => {
    const sandbox = await createSandbox({ size: 60, logLevel: 'silent' });
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () =>
      socket.write(
        `GET ${path}?videoId=longtrack01&vssId=.en HTTP/1.1\r\nHost: x\r\napi-key: demo-full\r\n\r\n`,
      ),
    );
    socket.on('error', () => {});
    await once(socket, 'data');
    socket.pause();
    // It would wait for the client for ever.
    await sandbox.close();
    socket.destroy();
  });
});
