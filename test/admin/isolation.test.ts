import { expect, it } from 'vitest';
import { noon, testApp } from '../harness.ts';
import { adminOf } from './admin.ts';

const clients = 50;
const callsEach = 200;
const price = 2;

const app = await testApp();
const { get, world } = app;
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${world.example.clip}`;
const contact = `/clip/contact?uniqueId=${world.example.clip}`;

/**
 * A client with a key, balance, clock and fault rule of its own. It predicts the answer to each of its calls;
 * any call, reset or rule of another client that reached it would change an answer.
 */
async function client(number: number): Promise<void> {
  const plan = 40 + number * 10;
  const selfDescribing = number % 2 === 0;
  const key = selfDescribing ? `sandbox:plan=${plan}:client-${number}` : `client-${number}`;
  const inPath = encodeURIComponent(key);
  if (!selfDescribing) await admin('POST', '/keys', { key, plan, clockOffset: `${number}h` });
  const offsetMs = number * 3_600_000;

  let expected = await begin();
  for (let call = 0; call < callsEach; call++) {
    if (call === 90 && number % 3 === 0) {
      const { body } = await admin('POST', '/reset', { key });
      expect([key, body['keys'], body['requests'], body['faults']]).toEqual([key, 1, expected.requests, 1]);
      expected = await begin();
    }
    if (call % 10 === 9) {
      const refused = await get(contact, key);
      expect([key, call, refused.status, refused.body['timestamp']]).toEqual([
        key,
        call,
        503,
        noon + offsetMs,
      ]);
    } else {
      const affordable = expected.left >= price;
      if (affordable) expected.left -= price;
      const { status, body } = await get(profile, key);
      expect([key, call, status, body['timestamp'], body['creditsAvailable']]).toEqual(
        affordable
          ? [key, call, 200, noon + offsetMs, expected.left]
          : [key, call, 402, noon + offsetMs, undefined],
      );
    }
    expected.requests += 1;
  }

  expect((await admin('GET', `/keys/${inPath}`)).body).toMatchObject({ plan, planRemaining: expected.left });
  expect((await admin('GET', `/requests/count?key=${inPath}`)).body).toEqual({
    count: expected.requests,
    forgotten: 0,
  });
  const check = await admin('POST', '/verify', {
    match: { key, operation: 'clip/contact' },
    status: 503,
    exactly: expected.faults(),
  });
  expect([key, check.status]).toEqual([key, 200]);

  /** Sets up clock and rule; runs at the start and after a reset. */
  async function begin() {
    if (selfDescribing) await admin('PUT', '/clock', { mode: 'offset', offset: offsetMs, key });
    await admin('POST', '/faults', { match: { key, operation: 'clip/contact' }, respond: { status: 503 } });
    return {
      left: plan,
      requests: 0,
      /** Every tenth call. */
      faults() {
        return Math.floor(this.requests / 10);
      },
    };
  }
}

it(`${clients} clients at once, ${callsEach} calls each, do not affect each other`, async () => {
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
});
