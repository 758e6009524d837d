import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { testApp } from '../../harness.ts';
import { overTheWire } from '../../wire.ts';

/** A sandbox behind a socket: there the second GET of a URL skips routing, which never happens to `inject`. */
async function listening(...given: Parameters<typeof testApp>) {
  const test = await testApp(...given);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  let keys = 0;
  /** GETs a URL with a new key each time. */
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { status, text } = await overTheWire(port, {
      url,
      headers: { 'api-key': `sandbox:plan=100:again-${++keys}`, ...headers },
    });
    return { status, body: JSON.parse(text) as { data: Record<string, unknown>; creditsUsed: number } };
  };
  return { ...test, get };
}

const profile = '/clip/profile?uniqueId=sample.creator';

describe('a URL that was answered before', () => {
  it('is as slow again, if its identifier asks for it', async () => {
    const waits: number[] = [];
    const { get } = await listening({}, { wait: async (ms) => void waits.push(ms) });
    for (const _ of [1, 2, 3])
      expect(await get('/clip/profile?uniqueId=sandbox-slow-300')).toMatchObject({ status: 200 });
    expect(waits).toEqual([300, 300, 300]);
  });

  it('is refused again, if its identifier asks for it', async () => {
    const { get } = await listening();
    const answers = [];
    for (const _ of [1, 2, 3]) answers.push((await get('/clip/profile?uniqueId=sandbox-error-503')).status);
    expect(answers).toEqual([503, 503, 503]);
  });

  it('has the dates of the day to which the clock moved', async () => {
    const { get, deps } = await listening();
    const first = await get(profile);
    expect((await get(profile)).body.data).toEqual(first.body.data);
    deps.clock.advance(dayMs);
    const { data } = first.body;
    const later = (name: string) => Number(data[name]) + dayMs;
    expect((await get(profile)).body.data).toEqual({
      ...data,
      lastPublishTime: later('lastPublishTime'),
      lastDbUpdateTime: later('lastDbUpdateTime'),
    });
  });
});
