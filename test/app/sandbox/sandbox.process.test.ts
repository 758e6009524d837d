import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox, UsageError } from '../../../src/library/index.ts';
import { newFolder } from '../../new-folder.ts';
import { runToEnd, runToFirstPiece, startProcess } from '../../process.ts';

const folder = newFolder();

describe('createSandbox', () => {
  it('serves on a free port of the loopback interface and closes cleanly, also twice', async () => {
    const sandbox = await createSandbox({ size: 60 });
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(sandbox.adminUrl).toBe(`${sandbox.url}/__admin`);
    expect((await fetch(sandbox.exampleUrl, { headers: { 'api-key': 'demo-full' } })).status).toBe(200);

    await Promise.all([sandbox.close(), sandbox.close()]);
    await expect(fetch(sandbox.url)).rejects.toThrow();
  });

  it.each(['localhost', '::', '::1'])('is reached by the URL that it names on %s', async (host) => {
    const hasIpv6 = Object.values(networkInterfaces())
      .flat()
      .some((each) => each?.address === '::1');
    if (host.includes(':') && !hasIpv6) return;
    const sandbox = await createSandbox({ size: 60, host, adminToken: 'secret' });
    expect(new URL(sandbox.url).hostname).toBe(host === '::1' ? '[::1]' : '127.0.0.1');
    expect((await fetch(`${sandbox.adminUrl}/health`)).status).toBe(200);
    await sandbox.close();
  });

  it('lists the assumed behaviours that its answers relied on, those that may mislead first, also after it closed', async () => {
    const sandbox = await createSandbox({ size: 60 });
    expect(sandbox.assumptions()).toEqual([]);
    const headers = { 'api-key': 'demo-full' };
    for (const url of [sandbox.exampleUrl, sandbox.exampleUrl, `${sandbox.url}/sponsor/list?pageSize=1`])
      await (await fetch(url, { headers })).text();
    await sandbox.close();
    expect(sandbox.assumptions()).toEqual([
      { id: 'sponsor-pages', what: expect.any(String), strict: expect.any(String), requests: 1 },
      { id: 'has-sponsors-clip', what: expect.any(String), strict: null, requests: 2 },
      { id: 'search-order', what: expect.any(String), strict: null, requests: 1 },
      { id: 'search-ties', what: expect.any(String), strict: null, requests: 1 },
    ]);
  });

  it('runs several side by side, each with its own ledger', async () => {
    const both = await Promise.all([createSandbox({ size: 60 }), createSandbox({ size: 60 })]);
    const left = [];
    for (const { exampleUrl } of [both[0], both[0], both[1]])
      left.push(
        (
          (await (await fetch(exampleUrl, { headers: { 'api-key': 'sandbox:plan=9:side' } })).json()) as {
            creditsAvailable: number;
          }
        ).creditsAvailable,
      );
    await Promise.all(both.map((sandbox) => sandbox.close()));
    expect(left).toEqual([7, 5, 7]);
  });

  it('serves the admin surface alone on a port of its own', async () => {
    const { url, adminUrl, close } = await createSandbox({ size: 60, adminPort: 0 });
    expect((await fetch(`${adminUrl}/health`)).status).toBe(200);
    expect((await fetch(`${url}/__admin/health`)).status).toBe(404);
    const document = (await (await fetch(`${adminUrl}/openapi.json`)).json()) as {
      servers: { url: string }[];
    };
    expect(document.servers.map((server) => server.url)).toEqual([url]);
    for (const path of ['/usage', '/clip/profile?uniqueId=x', '/', '/%zz']) {
      const reply = await fetch(`${adminUrl?.replace('/__admin', '')}${path}`);
      const status = path === '/%zz' ? 400 : 404;
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        status,
        'application/problem+json; charset=utf-8',
      ]);
      expect(await reply.json()).toMatchObject({ type: 'about:blank', status });
    }
    await close();
  });

  it('refuses options that cannot work, and leaves nothing open', async () => {
    await expect(createSandbox({ v2Status: 42 })).rejects.toThrow(UsageError);
    await expect(createSandbox({ size: 60, host: '0.0.0.0' })).rejects.toThrow(/admin-token/);
    const [holder, data] = [await createSandbox({ size: 60 }), join(folder, 'left')];
    const port = Number(new URL(holder.url).port);
    await expect(createSandbox({ size: 60, data, port })).rejects.toThrow('EADDRINUSE');
    await (await createSandbox({ size: 60, data })).close();
    await holder.close();
  });

  it('merges a folder of fixtures over the world, and names what is wrong in one', async () => {
    const fixtures = mkdtempSync(join(folder, 'fixtures-'));
    mkdirSync(join(fixtures, 'creators'));
    const file = join(fixtures, 'creators', 'mine.json');
    writeFileSync(file, '{ "clip": { "handle": "my.own.creator", "followers": 4321 } }');
    const { url, close } = await createSandbox({ size: 60, fixtures });
    const reply = await fetch(`${url}/clip/profile?uniqueId=my.own.creator`, {
      headers: { 'api-key': 'demo-full' },
    });
    expect(await reply.json()).toMatchObject({ data: { uniqueId: 'my.own.creator', totalFollowers: 4321 } });
    await close();

    writeFileSync(file, '{ "clip": { "handle": "sandbox-error-402", "followers": -1 } }');
    const refused = createSandbox({ size: 60, fixtures });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(file);
  });

  it('closes although a client keeps its connection', async () => {
    const { url, close } = await createSandbox({ size: 60 });
    // Otherwise Node ends an idle connection by itself, and `close` could wait for that.
    const keepAlive = (message: unknown) => {
      (message as { server: Server }).server.keepAliveTimeout = 0;
    };
    subscribe('http.server.request.start', keepAlive);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /usage HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    await close();
    unsubscribe('http.server.request.start', keepAlive);
    socket.destroy();
  });
});

describe('the process', () => {
  it('ends with 0 on SIGTERM and on SIGINT', async () => {
    expect(await (await startProcess([])).end('SIGTERM')).toBe(0);
    expect(await (await startProcess([])).end('SIGINT')).toBe(0);
  });

  it('sells 800 credits to 1,000 concurrent requests as exactly 400 answers, and keeps the charges after SIGKILL', async () => {
    const key = 'sandbox:plan=800:race';
    const data = join(folder, 'race');
    const first = await startProcess(['--data', data]);
    const answers = await Promise.all(Array.from({ length: 1000 }, () => first.get(first.example, key)));
    const statuses = answers.map(({ status }) => status);
    await Promise.all(answers.map((answer) => answer.text()));
    expect(await first.end('SIGKILL')).toBe('SIGKILL');

    expect([200, 402].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([
      400, 600,
    ]);

    const second = await startProcess(['--data', data]);
    expect(await (await second.get(`${second.url}/usage`, key)).json()).toMatchObject({
      creditsAvailable: 0,
      data: { records: [{ requestCount: 1000, totalQuotaUsed: 800 }] },
    });
    expect(await second.end('SIGTERM')).toBe(0);
  });

  it('refuses a data folder that another process holds, with one sentence and exit code 2', async () => {
    const data = join(folder, 'held');
    const holder = await startProcess(['--data', data]);
    const { code, err } = await runToEnd(['--port', '0', '--size', '60', '--data', data]);
    await holder.end('SIGTERM');

    expect(code).toBe(2);
    expect(err).toMatch(/^creator-sandbox: [^\n]*\n$/);
    expect(err).toContain(data);
  });

  it('does not fail when a reader closes the pipe early', async () => {
    // Making a first world may write its progress to stderr.
    const { code, err } = await runToFirstPiece(['openapi', '--size', '60']);
    expect([code, err]).toEqual([0, expect.not.stringContaining('EPIPE')]);
  });
});
