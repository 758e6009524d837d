import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fastTimersFor } from '../../src/cli/trials/fast-timers.ts';
import { createSkippedTime, skippedTimeHeader } from '../../src/core/skipped-time.ts';
import { newFolder } from '../new-folder.ts';

const speed = 50;

/** Runs a script with fast timers. @returns what it writes as JSON */
async function run(script: string, { url = '', isHeld = false } = {}): Promise<unknown> {
  const folder = newFolder();
  writeFileSync(
    join(folder, 'main.mjs'),
    `import { setTimeout as pause, setInterval as ticks, scheduler } from 'node:timers/promises';
const url = ${JSON.stringify(url)};
const say = (value) => console.log(JSON.stringify(value));
${script}`,
  );
  const io = { env: { PATH: process.env['PATH'] }, cwd: folder } as unknown as Parameters<
    typeof fastTimersFor
  >[2];
  const { envOf, isExact } = fastTimersFor(['node'], speed, io);
  expect(isExact).toBe(true);
  const env = { ...io.env, ...envOf(isHeld), CREATOR_SANDBOX_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: folder, env });
  return JSON.parse(stdout);
}

/** Replies to each request when the function resolves. */
async function withServer<T>(
  reply: (skipped: string) => Promise<void>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(async ({ headers }, response) => {
    await reply(String(headers[skippedTimeHeader]));
    response.end('late');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe.concurrent('fast timers', () => {
  it('show the whole of a wait on every clock, in a fraction of its time', async () => {
    const begunAt = performance.now();
    const { shown, realMs } = (await run(`
      import { uptime } from 'node:os';
      const [real, date, performed, high] = [uptime(), Date.now(), performance.now(), process.hrtime()];
      const { Date: Same } = globalThis;
      await pause(120_000);
      say({
        shown: [Date.now() - date, performance.now() - performed, process.hrtime(high)[0] * 1000,
          new Date() - date, new Same() - date, process.uptime() * 1000],
        realMs: (uptime() - real) * 1000,
      });`)) as { shown: number[]; realMs: number };
    const wholeMs = performance.now() - begunAt;
    for (const ms of shown) {
      expect(ms).toBeGreaterThanOrEqual(119_900);
      // Nothing is skipped but the wait.
      expect(ms).toBeLessThanOrEqual(120_100 + wholeMs);
      // By the clock of the machine, which nothing replaces.
      expect(realMs).toBeLessThan(ms);
    }
  });

  it('run in the order in which they are due, those of one instant in the order in which they were made', async () => {
    expect(
      await run(`
      const log = [];
      const note = (name) => () => log.push(name);
      setTimeout(note('c'), 3000); setTimeout(note('b'), 2000); setTimeout(note('a')); setTimeout(note('b2'), 2000);
      clearTimeout(setTimeout(note('cleared'), 5)); clearTimeout(+setTimeout(note('cleared'), 5));
      const each = setInterval(() => { if (log.push('tick') > 6) clearInterval(each); }, 4000);
      setTimeout(note('arguments'), 9000);
      setTimeout(() => log.push('never'), 90_000).unref();
      setTimeout((...given) => log.push(...given), 20_000, 'x', 'y');
      setTimeout(() => say(log), 21_000);`),
    ).toEqual(['a', 'b', 'b2', 'c', 'tick', 'tick', 'arguments', 'tick', 'x', 'y']);
  });

  it('keep a process running only with a reference', async () => {
    expect(await run(`setTimeout(() => say('kept'), 10_000).unref().ref();`)).toBe('kept');
    const unreferenced = `
      const timer = setTimeout(() => say('never'), 90_000).unref();
      void pause(90_000, undefined, { ref: false }).then(() => say('never'));
      process.on('exit', () => say(timer.hasRef()));`;
    expect(await run(unreferenced)).toBe(false);
  });

  it('have what timers of Node have', async () => {
    expect(
      await run(`
      import * as timers from 'node:timers';
      const found = {};
      const soon = (delay) => { const begun = Date.now(); return new Promise((done) => setTimeout(() => done(Math.floor((Date.now() - begun) / 60_000)), delay)); };
      found.odd = await Promise.all([undefined, Number.NaN, -5, 0.5, 2 ** 31, 'soon'].map(soon));
      found.longest = (({ delayMs }) => delayMs)(setTimeout(() => {}, 2 ** 31 - 1).unref());
      found.whole = (({ delayMs }) => delayMs)(setTimeout(() => {}, 10.9).unref());
      const wrong = (act) => { try { act(); } catch (error) { return [error.name, error.code, error.message].join(); } };
      found.wrong = [() => setTimeout('code', 1), () => timers.setInterval(null, 1)].map(wrong);
      const log = [];
      const closed = setTimeout(() => log.push('closed'), 5_000);
      closed.close();
      { using disposed = setTimeout(() => log.push('disposed'), 5_000); log.push(disposed.hasRef()); }
      const later = setTimeout(() => log.push('refreshed'), 8_000);
      setTimeout(() => log.push(later.refresh() === later), 7_000);
      setTimeout(() => log.push('before'), 14_000);
      const each = setInterval(() => log.push('tick'), 4_000);
      setTimeout(() => clearInterval(each), 5_000);
      for (const nothing of [undefined, null, 0, 'none']) clearTimeout(nothing);
      const aborted = AbortSignal.abort(new Error('left'));
      await pause(5_000, 'late', { signal: aborted }).catch(({ name, cause }) => log.push(name + ' ' + cause.message));
      const leaving = new AbortController();
      await pause(16_000, undefined, { signal: leaving.signal });
      leaving.abort();
      found.log = log;
      found.ids = new Set([1, 2, 3].map(() => { const timer = setTimeout(() => {}); clearTimeout(timer); return Number(timer); })).size;
      say(found);`),
    ).toEqual({
      odd: Array(6).fill(0),
      longest: 2 ** 31 - 1,
      whole: 10,
      wrong: ['string', 'null'].map(
        (type) =>
          `TypeError,ERR_INVALID_ARG_TYPE,The "callback" argument must be of type function. Received ${type}`,
      ),
      log: [true, 'AbortError left', 'tick', true, 'before', 'refreshed'],
      ids: 3,
    });
  });

  it('leave clocks that programs and their mocks know', async () => {
    expect(
      await run(`
      const { value, ...how } = Object.getOwnPropertyDescriptor(performance, 'now');
      const before = process.hrtime.bigint();
      const [seconds, nanoseconds] = process.hrtime();
      await pause(60_000);
      say({
        how,
        text: typeof Date() === 'string' && new Date(Date()).getTime() > Date.now() - 3_600_000,
        dates: [new Date(0).toISOString(), Date.UTC(1970, 0, 2), Date.parse('1970-01-01T00:00:01Z'), Date.name],
        own: new (class Own extends Date { get isOwn() { return true; } })(5).isOwn,
        same: [new Date() instanceof Date, new Date(3).constructor === Date],
        high: Math.floor(Number(process.hrtime.bigint() - before) / 60e9),
        nanoseconds: nanoseconds >= 0 && nanoseconds < 1e9 && Number.isInteger(nanoseconds),
        since: Math.floor(process.hrtime([seconds, nanoseconds])[0] / 60),
      });`),
    ).toEqual({
      how: { configurable: true, enumerable: false, writable: true },
      text: true,
      dates: ['1970-01-01T00:00:00.000Z', 86_400_000, 1_000, 'Date'],
      own: true,
      same: [true, true],
      high: 1,
      nanoseconds: true,
      since: 1,
    });
  });

  it('stand behind every function that waits', async () => {
    expect(
      await run(`
      import * as timers from 'node:timers';
      import { promisify } from 'node:util';
      const spans = [];
      const span = async (wait) => { const begun = Date.now(); const value = await wait(); spans.push([Math.round((Date.now() - begun) / 10_000), value]); };
      await span(() => pause(10_000, 'promise'));
      await span(() => scheduler.wait(10_000));
      await span(() => promisify(setTimeout)(10_000, 'promisified'));
      await span(() => new Promise((resolve) => timers.setTimeout(resolve, 10_000, 'module')));
      await span(async () => { for await (const tick of ticks(10_000, 'tick')) return tick; });
      const limit = AbortSignal.timeout(10_000);
      await span(() => pause(60_000, 'not aborted', { signal: limit }).catch(({ name, code, cause }) => [name, code, cause.name].join()));
      say(spans);`),
    ).toEqual([
      [1, 'promise'],
      [1, null],
      [1, 'promisified'],
      [1, 'module'],
      [1, 'tick'],
      [1, 'AbortError,ABORT_ERR,TimeoutError'],
    ]);
  });

  it('leave a slow reply and another process their time', async () => {
    const slow = (url: string) =>
      run(
        `
      import { get } from 'node:http';
      import { execFileSync, spawn } from 'node:child_process';
      const texts = [await (await fetch(url, { signal: AbortSignal.timeout(20_000) })).text()];
      texts.push(await (await fetch(url, { signal: AbortSignal.timeout(1_000) })).text());
      texts.push(await new Promise((resolve) => {
        const limit = setTimeout(() => resolve('too late'), 20_000);
        get(url, (reply) => { clearTimeout(limit); resolve(String(reply.statusCode)); });
      }));
      const child = spawn(process.execPath, ['-e', 'process.exit(3)'], { env: {} });
      texts.push(await new Promise((resolve) => {
        const limit = setTimeout(() => resolve('too late'), 60_000);
        child.on('exit', (code) => { clearTimeout(limit); resolve(code); });
      }));
      say(texts);`,
        { url },
      );
    // 20 s of the client would be 400 ms, and a second is over before the reply comes.
    const wait = async () => void (await new Promise((resolve) => setTimeout(resolve, 1_500)));
    expect(await withServer(wait, slow)).toEqual(['late', 'late', '200', 3]);
  });

  it('do not wait for a reply that is held, whatever limit the client has', async () => {
    const held = (url: string) =>
      run(
        `
      import { get } from 'node:http';
      const read = (reply) => reply.text();
      const texts = [await fetch(url, { signal: AbortSignal.timeout(60_000) }).then(read, ({ name }) => name)];
      texts.push(await new Promise((resolve) => {
        const request = get(url, { timeout: 60_000 }, () => resolve('late'));
        request.on('timeout', () => request.destroy(new Error('limit'))).on('error', ({ message }) => resolve(message));
      }));
      say(texts);`,
        { url, isHeld: true },
      );
    // The reply comes before the limit of the client would be over in real time.
    const reply = () => new Promise<void>((resolve) => void setTimeout(resolve, 50_000).unref());
    expect(await withServer(reply, held)).toEqual(['TimeoutError', 'limit']);
  });

  it('name what they skipped in each request, which the sandbox adds to its own clock', async () => {
    const arrivals: { skipped: string; at: number }[] = [];
    const ask = (url: string) =>
      run(
        `
      import { get } from 'node:http';
      await fetch(url).then((reply) => reply.text());
      await pause(30_000);
      await fetch(url).then((reply) => reply.text());
      await pause(60_000);
      get(url, (reply) => reply.resume().on('end', () => say('done')));`,
        { url },
      );
    await withServer(async (skipped) => void arrivals.push({ skipped, at: performance.now() }), ask);
    const time = createSkippedTime();
    const [first = 0, second = 0, third = 0] = arrivals.map(({ skipped, at }) => time.at(skipped, at));
    const realMs = (arrivals[2]?.at ?? 0) - (arrivals[0]?.at ?? 0);
    expect(second - first).toBeGreaterThanOrEqual(29_990);
    expect(third - second).toBeGreaterThanOrEqual(59_990);
    expect(third - first).toBeLessThan(90_000 + realMs);
  });
});

describe('the time of a client', () => {
  it('goes on in a further process where it is, and is that of the sandbox without the header', () => {
    const time = createSkippedTime();
    expect([
      time.at(undefined, 1),
      time.at('17:2000', 10),
      time.at('17:2500.5', 20),
      time.at('18:0', 30),
      time.at('18:100', 40),
      time.at('17:2600.5', 50),
      time.at('nonsense', 60),
    ]).toEqual([1, 2010, 2520.5, 2530.5, 2640.5, 2650.5, 2660.5]);
  });
});
