import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readLatencies, usualLatencies, usualLatency } from '../../../src/core/latency-table.ts';
import { operationIds } from '../../../src/core/operations.ts';
import { createLatency, type Latency } from '../../../src/service/http/latency.ts';
import { testApp } from '../../harness.ts';

const usual = () => createLatency(usualLatencies(), 7);

describe('latencies', () => {
  it('of 100,000 requests have the median and the p99 of their profile, again with the same seed', () => {
    const quantiles = (all: number[]) => {
      const sorted = all.sort((a, b) => a - b);
      return [0.5, 0.99].map((share) => sorted[Math.floor(sorted.length * share)] ?? 0);
    };
    for (const operation of ['clip/profile', 'clip/search', 'usage', 'nls'] as const) {
      const { first, end } = usualLatency(operation);
      const [one, other] = [usual(), usual()];
      const waits = Array.from({ length: 100_000 }, () => one.next('k', operation));
      expect(waits.every(({ firstMs }) => other.next('k', operation).firstMs === firstMs)).toBe(true);
      const parts = [
        [first, waits.map(({ firstMs }) => firstMs)] as const,
        ...(end ? [[end, waits.map(({ eventsMs }) => eventsMs.at(-1) ?? 0)] as const] : []),
      ];
      for (const [{ medianMs, p99Ms, maxMs }, all] of parts) {
        const [median = 0, p99 = 0] = quantiles(all);
        expect(Math.abs(median / medianMs - 1)).toBeLessThan(0.02);
        expect(Math.abs(p99 / p99Ms - 1)).toBeLessThan(0.02);
        expect(all.at(-1)).toBeLessThanOrEqual(maxMs);
      }
    }
  });

  it('of a key depend on its own requests only, and begin again when the key is forgotten', () => {
    const operations = operationIds.slice(0, 20);
    const alone = usual();
    const waits = operations.map((operation) => alone.next('mine', operation));
    const busy = usual();
    const beside = operations.map((operation, index) => {
      for (let n = 0; n < index; n += 1) busy.next(`other-${n}`, operation);
      return busy.next('mine', operation);
    });
    expect(beside).toEqual(waits);
    busy.forget(['mine']);
    expect(operations.map((operation) => busy.next('mine', operation))).toEqual(waits);
    expect(createLatency(usualLatencies(), 8).next('mine', 'clip/profile')).not.toEqual(waits[0]);
  });
});

describe('a request', () => {
  const slow = { median: '3s', p99: '5s', max: '9s' };
  const table = readLatencies({ 'clip/profile': slow, nls: { first: slow, between: slow, end: slow } }, 'l');

  /** An app whose waits end at once, and are noted. */
  async function waitingApp(clock: string) {
    const waited: number[] = [];
    const wait = async (ms: number) => void waited.push(ms);
    const { app, deps, ask } = await testApp({ clock, pace: 60 }, { wait, latency: createLatency(table, 1) });
    const admin = { 'content-type': 'application/json' };
    const notes = () =>
      [...deps.journal.all()].map((entry) => entry.notes.find((each) => each.startsWith('latency')));
    return { app, deps, ask, admin, waited, notes };
  }
  const key = 'sandbox:plan=100,rate=2/1h:latency';
  const profile = { url: '/clip/profile?uniqueId=sample.creator', headers: { 'api-key': key } };

  it('waits, and the journal says how long; one that is refused before its work does not', async () => {
    const { ask, waited, notes } = await waitingApp('real');
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await ask(profile)).status);
    statuses.push((await ask({ ...profile, headers: { 'api-key': 'nobody' } })).status);
    statuses.push(
      (await ask({ ...profile, headers: { 'api-key': 'demo-full', prefer: 'code=503' } })).status,
    );
    expect(statuses).toEqual([200, 200, 429, 401, 503]);
    expect(waited).toHaveLength(2);
    expect(waited[0]).not.toBe(waited[1]);
    expect(notes()).toEqual([...waited.map((ms) => `latency: ${ms} ms`), undefined, undefined, undefined]);
  });

  it('for a stream waits for its first event, between events and for its result', async () => {
    const { app, waited, notes } = await waitingApp('real');
    await app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': 'demo-full' },
      payload: { description: 'short video creators from the USA with more than 1000 followers' },
    });
    expect(waited).toHaveLength(12);
    const [first, ...events] = waited;
    const end = events.pop();
    const between = events.reduce((sum, ms) => sum + ms, 0);
    expect(new Set(waited).size).toBeGreaterThan(6);
    expect(notes()).toEqual([
      `latency: ${first} ms to the first event, ${between} ms between events, ${end} ms to the result`,
    ]);
  });

  it('waits nothing under a frozen clock', async () => {
    const { ask, waited, notes } = await waitingApp('2026-06-01T12:00:00Z');
    expect((await ask(profile)).status).toBe(200);
    expect([waited, notes()]).toEqual([[], [undefined]]);
  });

  it('has the waits of its key again after a reset', async () => {
    const { ask, admin, waited } = await waitingApp('real');
    await ask(profile);
    await ask({ method: 'POST', url: '/__admin/reset', headers: admin, payload: { key } });
    await ask(profile);
    expect(waited).toHaveLength(2);
    expect(waited[0]).toBe(waited[1]);
  });

  it('is over at once when its client leaves', async () => {
    const minute = { median: '60s', p99: '60s', max: '60s' };
    const endless = createLatency(readLatencies({ 'clip/profile': minute }, 'l'), 1);
    let begun = false;
    const latency: Latency = {
      ...endless,
      next(keyId, operation) {
        begun = true;
        return endless.next(keyId, operation);
      },
    };
    const { app, deps } = await testApp({ clock: 'real' }, { latency });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const path = deps.words.pathsOf('clip/profile')[0];
    socket.write(`GET ${path}?uniqueId=sample.creator HTTP/1.1\r\nhost: x\r\napi-key: demo-full\r\n\r\n`);
    await expect.poll(() => begun).toBe(true);
    socket.destroy();
    await expect.poll(() => [...deps.journal.all()].length).toBe(1);
    const [entry] = deps.journal.all();
    expect(entry?.notes).toContain('latency: 60000 ms');
    expect(entry?.durationMs).toBeLessThan(60_000);
  });
});
