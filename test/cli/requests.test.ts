import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createRequestLines, maxLinesPerSecond, requestLine } from '../../src/cli/request-lines.ts';
import type { RequestEvent } from '../../src/journal/events.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn, type Given, refusal, runBeside } from './io.ts';

const folder = newFolder();
const command = (line: string[], given?: Given) => commandIn(folder, line, given);
const small = ['--port', '0', '--size', '60', '--log-level', 'silent'];
beforeAll(() => command(['world', 'build', '--size', '60']));

/** Calls `/usage` of a sandbox, by its banner or its ready line. */
const callUsage = async (out: string, key = 'demo-full') => {
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? [];
  await (await fetch(`${url}/usage`, { headers: { 'api-key': key, prefer: 'code=503' } })).text();
};

const request: RequestEvent = {
  id: 1,
  at: Date.parse('2026-06-01T12:00:00.5Z'),
  realAt: Date.parse('2026-06-01T12:00:00.5Z'),
  key: null,
  label: null,
  operation: null,
  method: 'GET',
  url: '/nothing',
  about: null,
  status: 404,
  errorCode: null,
  credits: 0,
  durationMs: 1.25,
  injected: null,
  notes: [],
  decisions: [],
};

describe('requests on the terminal', () => {
  it('are one line each, with their code and what forced them', async () => {
    const { out } = await command(small, { isTTY: true, whileRunning: (banner) => callUsage(banner) });
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      /^[\d:.]{12} {2}demo-full +usage +503 SERVICE_UNAVAILABLE {2}0 cr {2}[\d.]+ ms {2}\[injected by Prefer\]/,
    );
  });

  it('are absent with --quiet, and where there is no terminal', async () => {
    for (const [flags, isTTY, lines] of [
      [['--quiet'], true, 8],
      [[], false, 1],
    ] as const) {
      const { out } = await command([...small, ...flags], { isTTY, whileRunning: (line) => callUsage(line) });
      expect(out.trimEnd().split('\n')).toHaveLength(lines);
    }
  });

  it('are one line of JSON each with --log-requests', async () => {
    const { out } = await command([...small, '--log-requests'], { whileRunning: (line) => callUsage(line) });
    const [, line = ''] = out.split('\n');
    expect(JSON.parse(line)).toEqual({
      event: 'request',
      id: 1,
      at: expect.any(Number),
      realAt: expect.any(Number),
      about: null,
      key: expect.stringMatching(/^[\da-f]{16}$/),
      label: 'demo-full',
      operation: 'usage',
      method: 'GET',
      url: '/usage',
      status: 503,
      errorCode: 'SERVICE_UNAVAILABLE',
      credits: 0,
      durationMs: expect.any(Number),
      injected: expect.any(String),
      notes: [],
      decisions: expect.any(Array),
    });
  });

  it('are at most 50 a second, then a count', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const lines = createRequestLines((line) => written.push(line));
    for (let n = 0; n < 120; n++) lines.show(request);
    expect(written).toHaveLength(maxLinesPerSecond);
    vi.advanceTimersByTime(1000);
    expect(written.at(-1)).toBe('… and 70 more requests');
    lines.show(request);
    expect(written.at(-1)).toBe('12:00:00.500  no key          GET /nothing              404  0 cr  1.3 ms');
    lines.close();
    vi.useRealTimers();
  });

  it('are at most 50 in any second, wherever it begins', () => {
    vi.useFakeTimers();
    const writtenAt: number[] = [];
    let counted = 0;
    const lines = createRequestLines((line) => {
      const [, more] = /^… and (\d+) more/.exec(line) ?? [];
      if (more === undefined) writtenAt.push(performance.now());
      else counted += Number(more);
    });
    for (const pause of [700, 10, 300, 0, 5, 40, 900]) {
      for (let n = 0; n < 40; n++) {
        lines.show(request);
        vi.advanceTimersByTime(pause / 40);
      }
    }
    lines.close();
    vi.useRealTimers();
    expect(writtenAt.length + counted).toBe(7 * 40);
    for (const at of writtenAt)
      expect(writtenAt.filter((each) => each >= at && each < at + 1000).length).toBeLessThanOrEqual(
        maxLinesPerSecond,
      );
  });

  it('have the colour of their status, and dim notes of a refusal only', () => {
    const notes = ['why'];
    const painted = (status: number) =>
      requestLine({ ...request, status, notes }, (colour, text) => `<${colour}>${text}</>`);
    const colourOf = (status: number) => new RegExp(`<(\\w+)>${status}`).exec(painted(status))?.[1];
    expect([200, 399, 400, 404, 499, 500, 503].map(colourOf)).toEqual([
      'green',
      'green',
      'yellow',
      'yellow',
      'yellow',
      'red',
      'red',
    ]);
    expect(painted(200)).not.toContain('why');
    expect(painted(400)).toMatch(/\n<dim> +why<\/>$/);
  });
});

describe('creator-sandbox requests --follow', () => {
  it('shows the earlier requests, then further ones as they come, each once, with the same terms', async () => {
    for (const json of [true, false]) {
      let seen = '';
      let following: Promise<number> | undefined;
      await command(small, {
        whileRunning: async (ready) => {
          const { url } = JSON.parse(ready) as { url: string };
          await callUsage(ready, 'sandbox:plan=5:early');
          await (await fetch(`${url}/usage`, { headers: { 'api-key': 'demo-low' } })).text();
          const flags = ['--port', new URL(url).port, ...(json ? ['--json'] : [])];
          following = runBeside(folder, ['requests', 'status=503', '--follow', ...flags], (text) => {
            seen += text;
          });
          await expect.poll(() => seen).toContain('early');
          await callUsage(ready, 'sandbox:plan=5:late');
          await (await fetch(`${url}/usage`, { headers: { 'api-key': 'demo-low' } })).text();
          await expect.poll(() => seen).toContain('late');
        },
      });
      expect(await following).toBe(0);
      const lines = seen.trimEnd().split('\n');
      if (json) {
        const requests = lines.map((line) => JSON.parse(line) as RequestEvent);
        expect(requests).toMatchObject([
          { id: 1, label: 'early', status: 503, url: '/usage' },
          { id: 3, label: 'late', status: 503, url: '/usage' },
        ]);
        expect(Object.keys(requests[0] ?? {}).sort()).toEqual(Object.keys(requests[1] ?? {}).sort());
      } else
        expect(lines).toEqual([
          expect.stringMatching(/^[\d:.]{12} {2}early +usage +503 SERVICE_UNAVAILABLE/),
          expect.stringMatching(/^[\d:.]{12} {2}late +usage +503 SERVICE_UNAVAILABLE/),
        ]);
    }
  });

  it('shows a request once that comes while the earlier ones are read, and at the end how many it left out', async () => {
    const events = Array.from({ length: 71 }, (_, n) => ({ ...request, id: n + 1, url: `/${n + 1}` }));
    const lists = { keys: [], requests: [{ ...request, path: '/1', query: {}, body: null }], cursor: null };
    const server = createServer(({ url = '' }, reply) => {
      reply.setHeader('creator-sandbox', '1');
      if (!url.startsWith('/__admin/events')) return reply.end(JSON.stringify(lists));
      return reply.end(events.map((each) => `event: request\ndata: ${JSON.stringify(each)}\n\n`).join(''));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let seen = '';
    await runBeside(folder, ['requests', '--follow', '--port', String(port)], (text) => {
      seen += text;
    });
    server.close();
    expect(seen.match(/GET \/\d+/g)).toEqual(events.slice(0, 51).map(({ url }) => `GET ${url}`));
    expect(seen).toMatch(/… and 20 more requests\n$/);
  });

  it('belongs to the list alone', async () => {
    expect(await command(['requests', 'count', '--follow'])).toEqual(refusal("unknown option '--follow'"));
    expect(await command(['requests', '--follow', '--port', '1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('http://127.0.0.1:1 does not answer: '),
    });
  });
});

describe('creator-sandbox ui', () => {
  it('opens the dashboard in the browser and prints its address', async () => {
    const opened = join(folder, 'opened');
    const browser = join(folder, 'browser.sh');
    const script = `printf '%s %s %s' "$1" "$$" "$(cut -d ' ' -f 5 /proc/$$/stat)" > '${opened}'`;
    writeFileSync(browser, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await command(small, {
      whileRunning: async (ready) => {
        const { url } = JSON.parse(ready) as { url: string };
        const { code, out } = await command(['ui', '--port', new URL(url).port], {
          env: { BROWSER: browser },
        });
        expect([code, out]).toEqual([0, `${url}/__admin/\n`]);
        const json = await command(['ui', '--json', '--port', new URL(url).port], {
          env: { BROWSER: 'true' },
        });
        expect(JSON.parse(json.out)).toEqual({ url: `${url}/__admin/` });
        // The browser leads a group of its own, so Ctrl-C in the terminal leaves it open.
        await expect.poll(() => readFileSync(opened, 'utf8')).toMatch(/ (\d+) \1$/);
        expect(readFileSync(opened, 'utf8').split(' ')[0]).toBe(`${url}/__admin/`);
      },
    });
  });
});
