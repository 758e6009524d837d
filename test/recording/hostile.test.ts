import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProxy } from '../../src/recording/proxy.ts';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { createRecorder } from '../../src/recording/recorder.ts';
import { createSpendingCap } from '../../src/recording/spending-cap.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { realKey, recordIn, recordingsIn, type SentCall, secret, sending, serving } from './service.ts';

const usage = JSON.stringify({
  data: { records: [], count: 0 },
  creditsUsed: 0,
  creditsAvailable: 1_000,
  success: true,
});

const profile: SentCall = { method: 'GET', path: '/clip/profile', query: { uniqueId: 'jane.doe' } };

type Handler = Parameters<typeof serving>[0];

/** A service whose balance can be read, and that answers everything else in this way. */
const service = (handler: Handler) =>
  serving((incoming, reply) => {
    if (incoming.url === '/usage') reply.setHeader('content-type', 'application/json').end(usage);
    else handler(incoming, reply);
  });

async function recorded(handler: Handler, calls: SentCall[], flags: string[] = []) {
  const folder = newFolder();
  const seen: { url: string | undefined; headers: Record<string, unknown> }[] = [];
  const target = await service((incoming, reply) => {
    seen.push({ url: incoming.url, headers: incoming.headers });
    handler(incoming, reply);
  });
  const run = await recordIn(folder, target.url, sending(calls), { flags });
  await target.close();
  const out = join(folder, 'recordings');
  return { ...run, seen, out, files: existsSync(out) ? recordingsIn(out) : new Map() };
}

/** A command that prints what it is answered. */
const showing = (script: string): string[] => [process.execPath, '-e', `(async () => { ${script} })()`];
const url = 'process.env.CREATOR_SANDBOX_URL';

describe('record, with a service that is not what it should be,', () => {
  it('counts the most that a call may cost where the reply breaks off, a refusal too', async () => {
    for (const status of [200, 404, 500]) {
      const { err, seen, files } = await recorded(
        (_, reply) => {
          reply.writeHead(status, { 'content-length': 1_000 });
          reply.write('{"success":false', () => reply.destroy());
        },
        [profile],
        ['--spend', '2'],
      );
      expect(seen).toHaveLength(1);
      expect(err).toContain('1 calls, 2 of 2 credits spent; 0 recordings');
      expect(files.size).toBe(0);
    }
  });

  it('counts the most for garbage, and refuses the next call as the service would', async () => {
    const folder = newFolder();
    let calls = 0;
    const target = await service((_, reply) => {
      calls += 1;
      reply.statusCode = 502;
      reply.end('<html>bad gateway</html>');
    });
    const script = `for (const path of ['/clip/profile?uniqueId=jane', '/clip/profile?uniqueId=jane', '/v2/clipBasic?clipId=jane']) {
      const key = process.env.CREATOR_SANDBOX_KEY;
      const reply = await fetch(${url} + path, { headers: { 'api-key': key, apiid: key } });
      require('fs').appendFileSync('answers', reply.status + ' ' + reply.headers.get('x-sandbox-injected') + ' ' + (await reply.text()) + '\\n');
    }`;
    const { err } = await recordIn(folder, target.url, showing(script), { flags: ['--spend', '3'] });
    await target.close();
    expect(calls).toBe(1);
    const answers = readFileSync(join(folder, 'answers'), 'utf8').trim().split('\n');
    expect(answers[0]).toBe('502 null <html>bad gateway</html>');
    expect(answers[1]).toMatch(/^402 spend-limit .*"errorCode":"KEY_SPEND_THRESHOLD_EXCEEDED"/);
    expect(answers[2]).toMatch(/^403 spend-limit .*"error":"QuotaNotEnough"/);
    expect(err).toContain('2 calls were refused by --spend and never sent.');
    // an injected refusal is no reply of the service
    expect(existsSync(join(folder, 'recordings'))).toBe(false);
  });

  it('frees what was set aside for calls that never reached it', async () => {
    const { deps } = await testApp({ vocabulary: 'neutral' });
    const gone = await serving(() => {});
    await gone.close();
    const cap = createSpendingCap(2);
    const proxy = await openProxy({
      target: { url: gone.url, v2Url: `${gone.url}/v2`, key: realKey },
      standIn: 'stand-in',
      cap,
      recorder: createRecorder({
        folder: newFolder(),
        names: createPseudonyms(Buffer.from(secret)),
        served: deps.servedRoutes,
        words: deps.words,
        secrets: [realKey],
      }),
      book: deps.prices,
      served: deps.servedRoutes,
      words: deps.words,
      parallel: 1,
    });
    for (let n = 0; n < 3; n++) {
      const reply = await fetch(`${proxy.url}/clip/profile?uniqueId=jane`, {
        headers: { 'api-key': 'stand-in' },
      });
      expect(reply.status).toBe(502);
      expect(await reply.text()).toContain('ECONNREFUSED');
    }
    await proxy.close();
    expect(cap.spent).toBe(0);
    expect(cap.reserve(2)).toBeDefined();
  });

  it('follows no redirection, and records none', async () => {
    let followed = 0;
    const elsewhere = await serving((_, reply) => {
      followed += 1;
      reply.end();
    });
    const { seen, files, err } = await recorded(
      (_, reply) => void reply.writeHead(302, { location: elsewhere.url }).end(),
      [profile],
    );
    await elsewhere.close();
    expect([seen.length, followed, files.size]).toEqual([1, 0, 0]);
    expect(err).toContain('it is a redirection');
  });

  it('calls its host alone, with the headers of the list alone', async () => {
    const folder = newFolder();
    const seen: { url?: string | undefined; headers: Record<string, unknown> }[] = [];
    const target = await service((incoming, reply) => {
      seen.push({ url: incoming.url, headers: incoming.headers });
      reply.statusCode = 404;
      reply.end('{"success":false,"errorCode":"NOT_FOUND"}');
    });
    const script = `const { request } = require('http');
      const { port } = new URL(${url});
      const send = (path, headers) => new Promise((done) => request({ port, host: '127.0.0.1', path, headers }, (reply) => { reply.resume(); reply.on('end', done); }).end());
      const key = process.env.CREATOR_SANDBOX_KEY;
      await send('http://evil.example/clip/profile?uniqueId=a', { 'api-key': key });
      await send('//evil.example/clip/profile?uniqueId=a', { 'api-key': key });
      await send('/no/such/path', { 'api-key': key });
      await send('/clip/profile?uniqueId=a', { 'api-key': key, cookie: 'a=b', prefer: 'code=404', 'x-sandbox-call-site': 'x', authorization: 'Bearer x', host: 'evil.example' });
      await send('/clip/profile?uniqueId=a', { 'api-key': 'another' });`;
    await recordIn(folder, target.url, showing(script));
    await target.close();
    expect(seen.map(({ url: path }) => path)).toEqual([
      '/clip/profile?uniqueId=a',
      '/clip/profile?uniqueId=a',
    ]);
    const [first, second] = seen;
    expect(Object.keys(first?.headers ?? {}).sort()).toEqual([
      'accept-encoding',
      'api-key',
      'connection',
      'host',
    ]);
    expect(first?.headers['host']).toBe(new URL(target.url).host);
    expect(first?.headers['api-key']).toBe(realKey);
    // a command that tries another key does not get the real one
    expect(second?.headers['api-key']).not.toBe(realKey);
  });

  it('writes the shape alone of what no schema knows, and names it at the end', async () => {
    const body = {
      data: { uniqueId: 'jane.doe', secretFollowers: 48_213, displayName: 7, 'jane doe': 'jane' },
      creditsUsed: 2,
      creditsAvailable: 998,
      success: true,
      errorCode: '',
      errorDescription: '',
      traceId: 'jane',
      timestamp: 1,
    };
    const { files, err, out } = await recorded((_, reply) => void reply.end(JSON.stringify(body)), [profile]);
    const [name] = files.keys();
    const text = readFileSync(join(out, String(name)), 'utf8');
    expect(text).toContain('"secretFollowers": 0');
    expect(text).not.toMatch(/jane|48213/);
    expect(err).toContain('clip/profile/secretFollowers');
    expect(err).not.toContain('jane');
  });

  it('lets the key reach neither files nor the command, where the service repeats it', async () => {
    const folder = newFolder();
    const target = await service(
      (_, reply) =>
        void reply.end(
          JSON.stringify({ success: false, error: realKey, errorCode: realKey, message: realKey }),
        ),
    );
    const script = `const reply = await fetch(${url} + '/clip/profile?uniqueId=a', { headers: { 'api-key': process.env.CREATOR_SANDBOX_KEY } });
      require('fs').writeFileSync('seen', JSON.stringify(process.env) + (await reply.text()));`;
    const { err, out } = await recordIn(folder, target.url, showing(script));
    await target.close();
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/seen|json$/.test(file))
        expect(readFileSync(join(folder, file), 'utf8')).not.toContain('the-real-key');
    expect(err + out).not.toContain('the-real-key');
  });
});

describe('record says in one sentence', () => {
  const run = (target: string, flags: string[] = [], env = {}) =>
    recordIn(newFolder(), target, ['true'], { flags, env });

  it('that nobody answers', async () => {
    const gone = await serving(() => {});
    await gone.close();
    const { code, err } = await run(gone.url);
    expect(code).toBe(1);
    expect(err).toBe(`creator-sandbox: ${gone.url} does not answer: ECONNREFUSED.\n`);
  });

  it('that the service does not know the key', async () => {
    const target = await serving((_, reply) => {
      reply.statusCode = 401;
      reply.end('{}');
    });
    const { code, err } = await run(target.url);
    await target.close();
    expect([code, err]).toEqual([1, `creator-sandbox: ${target.url} does not recognise the key.\n`]);
  });

  it('that plain http would show the key to others', async () => {
    const { code, err } = await run('http://api.example');
    expect(code).toBe(2);
    expect(err).toContain('plain http is for this machine only');
  });

  it('that it needs a key, and where from', async () => {
    const { code, err } = await run('https://api.example', [], { CREATOR_SANDBOX_TARGET_KEY: '' });
    expect([code, err.includes('CREATOR_SANDBOX_TARGET_KEY')]).toEqual([2, true]);
  });

  it('that names are kept by two flags only', async () => {
    expect((await run('https://api.example', ['--keep-names'])).err).toContain('--i-may-keep-personal-data');
  });
});
