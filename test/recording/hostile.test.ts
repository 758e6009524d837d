import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issueCertificate } from '../../src/system/certificate.ts';
import { newFolder } from '../new-folder.ts';
import {
  type Handler,
  proxyTo,
  realKey,
  recordIn,
  recordingsIn,
  type SentCall,
  sending,
  sendingAtOnce,
  serving,
} from './service.ts';

const usage = JSON.stringify({
  data: { records: [], count: 0 },
  creditsUsed: 0,
  creditsAvailable: 1_000,
  success: true,
});

const profile: SentCall = { method: 'GET', path: '/clip/profile', query: { uniqueId: 'jane.doe' } };

/** A service whose balance can be read, and that answers everything else in this way. */
const service = (handler: Handler) =>
  serving((incoming, reply) => {
    if (incoming.url === '/usage') reply.setHeader('content-type', 'application/json').end(usage);
    else handler(incoming, reply);
  });

async function recorded(handler: Handler, calls: SentCall[], flags: string[] = [], send = sending) {
  const folder = newFolder();
  const seen: { url: string | undefined; headers: Record<string, unknown> }[] = [];
  const target = await service((incoming, reply) => {
    seen.push({ url: incoming.url, headers: incoming.headers });
    handler(incoming, reply);
  });
  const run = await recordIn(folder, target.url, send(calls), { flags });
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

  it('counts calls beside each other once, where some break off and the balance shows them', async () => {
    // as many calls as the proxy makes at a time; the one that is answered ends last
    const first: (() => void)[] = [];
    let charged = 0;
    const { err } = await recorded(
      (_, reply) => {
        charged += 2;
        if (first.length === 4) return void reply.destroy();
        const isWhole = first.push(() => reply.destroy()) === 4;
        if (!isWhole) return;
        for (const breakOff of first.slice(0, 3)) breakOff();
        const body = { success: true, data: {}, creditsUsed: 2, creditsAvailable: 1_000 - charged };
        reply.end(JSON.stringify(body));
      },
      Array.from({ length: 8 }, () => profile),
      ['--spend', '21'],
      sendingAtOnce,
    );
    expect(charged).toBe(16);
    expect(err).toContain('8 calls, 16 of 21 credits spent');
  });

  it('passes on no reply that is compressed though nobody asked, since the key may stand in it, and counts the most for it', async () => {
    const folder = newFolder();
    const answer = JSON.stringify({ success: true, data: {}, creditsUsed: 1, creditsAvailable: 999 });
    const target = await service((_, reply) =>
      reply
        .setHeader('content-type', 'application/json')
        .setHeader('content-encoding', 'gzip')
        .end(gzipSync(answer)),
    );
    const script = `const reply = await fetch(${url} + '/clip/profile?uniqueId=jane.doe', { headers: { 'api-key': process.env.CREATOR_SANDBOX_KEY } });
      require('fs').writeFileSync('answer', await reply.text());`;
    const { err } = await recordIn(folder, target.url, showing(script), { flags: ['--spend', '2'] });
    await target.close();
    expect(JSON.parse(readFileSync(join(folder, 'answer'), 'utf8'))).toEqual({
      type: 'about:blank',
      title: 'Bad Gateway',
      status: 502,
      detail:
        'The service was not reached: its reply is compressed, although the request asks for a plain one.',
    });
    expect(err).toContain('1 calls, 2 of 2 credits spent; 0 recordings');
    expect(existsSync(join(folder, 'recordings'))).toBe(false);
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
    const gone = await serving(() => {});
    await gone.close();
    const { cap, ask } = await proxyTo(gone.url, 2);
    for (let n = 0; n < 3; n++) {
      const reply = await ask('jane');
      expect(reply.status).toBe(502);
      expect(await reply.text()).toContain('ECONNREFUSED');
    }
    expect(cap.spent).toBe(0);
    expect(cap.reserve(2)).toBeDefined();
  });

  it('pays for no call whose client left before its turn', async () => {
    const waiting: ServerResponse[] = [];
    const seen: (string | undefined)[] = [];
    const target = await serving(({ url }, reply) => {
      seen.push(url);
      waiting.push(reply);
    });
    onTestFinished(async () => void (await target.close()));
    const { proxy, ask } = await proxyTo(target.url, 6);
    const received: ServerResponse[] = [];
    const note = (message: unknown) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (request.headers.host === new URL(proxy.url).host) received.push(response);
    };
    subscribe('http.server.request.start', note);
    onTestFinished(() => void unsubscribe('http.server.request.start', note));
    const first = ask('first');
    await expect.poll(() => waiting.length).toBe(1);
    const leaving = new AbortController();
    const left = ask('left', { signal: leaving.signal }).catch(() => {});
    await expect.poll(() => received.length).toBe(2);
    leaving.abort();
    await left;
    await expect.poll(() => received[1]?.destroyed).toBe(true);
    const last = ask('last');
    for (const at of [0, 1]) {
      await expect.poll(() => waiting.length).toBe(at + 1);
      waiting[at]?.writeHead(404).end('{}');
    }
    await Promise.all([first, last]);
    expect(seen.map((path) => path?.split('=')[1])).toEqual(['first', 'last']);
    expect(proxy.counts.calls).toBe(2);
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

  it('names at the end what no schema knows, but for words of somebody', async () => {
    const data = { uniqueId: 'jane.doe', secretFollowers: 48_213, 'jane doe': 'jane' };
    const body = { data, creditsUsed: 2, success: true, traceId: 'jane' };
    const { files, err, out } = await recorded((_, reply) => void reply.end(JSON.stringify(body)), [profile]);
    const [name] = files.keys();
    const text = readFileSync(join(out, String(name)), 'utf8');
    expect(text).not.toMatch(/jane|48213/);
    expect(err).toContain('clip/profile/secretFollowers');
    expect(err).not.toContain('jane');
  });

  it('writes one file for a request, and another for each refusal that the ledger decides', async () => {
    const statuses = [200, 401, 402, 403, 429, 500, 503, 404];
    let calls = 0;
    const { files } = await recorded(
      (_, reply) => {
        reply.statusCode = statuses[calls++] ?? 0;
        reply.end(JSON.stringify({ success: reply.statusCode === 200, data: {}, creditsUsed: 0 }));
      },
      statuses.map(() => profile),
    );
    const name = 'v3/clip/profile/226b1d75dde28d6f';
    expect([...files].map(([file, { reply }]) => [file, reply?.status])).toEqual([
      ...[401, 402, 403, 429, 500, 503].map((status) => [`${name}-${status}.json`, status]),
      [`${name}.json`, 404],
    ]);
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

  it.each([
    [200, {}, '{"creditsUsed":0,"data":{}}', 0, ''],
    [502, { 'content-type': 'text/html' }, '<html>', 1, '502 (text/html)'],
    [301, { location: '/elsewhere' }, '', 1, '301 (no content type)'],
    [
      200,
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      gzipSync('{}'),
      1,
      '200 (application/json, compressed by gzip)',
    ],
  ])('whether GET /usage has JSON: %s %j', async (status, headers, text, code, form) => {
    const target = await serving((_, reply) => void reply.writeHead(status, headers).end(text));
    const { code: ended, err } = await run(target.url);
    await target.close();
    expect([ended, err]).toEqual([
      code,
      code === 0
        ? expect.any(String)
        : `creator-sandbox: ${target.url} does not answer as the service does: GET /usage has no JSON but ${form}.\n`,
    ]);
  });

  it.each([
    ['', 'record takes the key of the service from CREATOR_SANDBOX_TARGET_KEY, and from nowhere else.'],
    ...['two words', 'k'.repeat(501), 'k\n'].map((key) => [
      key,
      'A key may hold ASCII letters, digits and signs only: no spaces, no line breaks.',
    ]),
  ])('what is wrong with the key %j', async (key = '', sentence = '') => {
    const refused = await run('http://127.0.0.1:9', [], { CREATOR_SANDBOX_TARGET_KEY: key });
    expect(refused).toEqual({ code: 2, out: '', err: `creator-sandbox: ${sentence}\n` });
  });

  it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
    'that it leaves %s out',
    async (name) => {
      const { err } = await run('http://127.0.0.1:9', [], { [name]: 'http://127.0.0.1:1' });
      expect(err.split('\n')[0]).toBe(
        `creator-sandbox: ${name} is set, and record calls the service without it.`,
      );
    },
  );

  describe('of a service over https', () => {
    const certified = async (from: number, to: number, name: string) => {
      const { cert, key } = await issueCertificate({ names: [name], isAuthority: true, days: [from, to] });
      const server = createSecureServer({ cert, key }, (_, reply) => reply.end(usage));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close().closeAllConnections());
      return { cert, url: `https://localhost:${(server.address() as AddressInfo).port}` };
    };

    /** Lets this process trust a certificate, until the test ends. */
    const trusting = (cert: string) => {
      const before = getCACertificates('default');
      setDefaultCACertificates([...before, cert]);
      onTestFinished(() => setDefaultCACertificates(before));
    };

    it.each([
      [-1, 1, 'localhost', false, /its certificate, and NODE_EXTRA_CA_CERTS can name one \(DEPTH_ZERO/],
      [-9, -1, 'localhost', true, /: its certificate has expired \(CERT_HAS_EXPIRED\)\.\n$/],
      [-1, 1, 'other.example', true, /is for another host \(ERR_TLS_CERT_ALTNAME_INVALID\)\.\n$/],
    ])(
      'whose certificate is of the days %i to %i for %s, trusted: %s',
      async (from, to, name, isTrusted, why) => {
        const { cert, url: base } = await certified(from, to, name);
        if (isTrusted) trusting(cert);
        expect(await run(base)).toMatchObject({ code: 1, err: expect.stringMatching(why) });
      },
    );

    it('nothing, where it is in order', async () => {
      const { cert, url: base } = await certified(-1, 1, 'localhost');
      trusting(cert);
      const { code, err } = await run(base);
      expect([code, err.trim()]).toEqual([
        0,
        'creator-sandbox: 0 calls, 0 of 5000 credits spent; 0 recordings in recordings.',
      ]);
    });
  });

  it('that it uses no proxy of the environment, and uses none', async () => {
    let proxied = 0;
    const proxy = await serving((_, reply) => {
      proxied += 1;
      reply.end();
    });
    const target = await service((_, reply) => void reply.end(usage));
    const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
    for (const name of names) {
      const { code, err } = await run(target.url, [], { [name]: proxy.url });
      expect([code, err]).toEqual([
        0,
        `creator-sandbox: ${name} is set, and record calls the service without it.\ncreator-sandbox: 0 calls, 0 of 5000 credits spent; 0 recordings in recordings.\n`,
      ]);
    }
    await target.close();
    await proxy.close();
    expect(proxied).toBe(0);
  });

  it('that a file cannot be written, and ends with 1 after the command has ended well', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'recordings'), 'a file where a folder should be');
    const target = await service((_, reply) => void reply.end(usage));
    const { code, err } = await recordIn(folder, target.url, sending([profile]));
    await target.close();
    expect(code).toBe(1);
    expect(err).toContain('1 replies were not recorded: the file cannot be written: ENOTDIR.');
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
});
