import { describe, expect, it } from 'vitest';
import { faultsAt } from '../../../src/trials/exploration/candidates.ts';
import { outcomeNames, outcomeOf } from '../../../src/trials/exploration/outcomes.ts';
import { type Client, exploreClient, runClient } from './in-process.ts';

describe('explore', () => {
  it('tells a client that leaves a late reply and asks again from one that goes on without it', async () => {
    const leaving =
      (again: boolean): Client =>
      async (url) => {
        const signal = () => AbortSignal.timeout(2_000);
        const headers = { 'api-key': 'sandbox:plan=1000:late' };
        const ask = () =>
          fetch(`${url}/clip/profile?uniqueId=sample.creator`, { headers, signal: signal() }).then((reply) =>
            reply.json(),
          );
        await ask().catch(again ? ask : () => {});
      };
    const namedFor = async (again: boolean) =>
      (await exploreClient(leaving(again), { outcomes: ['late'] })).named;
    const late = 'late@clip/profile uniqueId=sample.creator#1';
    expect(await namedFor(true)).toEqual([]);
    expect(await namedFor(false)).toEqual([`paid-for-nothing: ${late}`, `swallowed: ${late}`]);
  });

  it('tells a client that takes a billed timeout for a success, or leaves it, from one that asks again', async () => {
    const asking =
      (limitMs: number, again: boolean): Client =>
      async (url) => {
        const ask = async () => {
          const headers = { 'api-key': 'sandbox:plan=1000:timeouts' };
          const signal = AbortSignal.timeout(limitMs);
          const reply = await fetch(`${url}/clip/profile?uniqueId=sample.creator`, { headers, signal });
          if (reply.status !== 200) throw new Error(`${reply.status}`);
        };
        await ask().catch(again ? ask : () => {});
      };
    const timeouts = { outcomes: ['gateway-timeout', 'billed-timeout'] } as const;
    const at = (name: string) => `${name}@clip/profile uniqueId=sample.creator#1`;
    // The milder of two that show the same is named.
    const swallowing = [`paid-for-nothing: ${at('billed-timeout')}`, `swallowed: ${at('gateway-timeout')}`];
    for (const [limitMs, lateMs] of [
      [2_000, 600_000],
      [60_000, 20],
    ] as const) {
      const namedFor = async (again: boolean) =>
        (await exploreClient(asking(limitMs, again), timeouts, lateMs)).named.toSorted();
      expect(await namedFor(true)).toEqual([]);
      expect(await namedFor(false)).toEqual(swallowing);
    }
  });

  it('names a call by its parameters, without the key among them, and a long one by a digest', async () => {
    const key = 'sandbox:plan=9:hidden';
    const clean = await runClient(async (url) => {
      const headers = { 'api-key': key };
      for (const query of [
        `uniqueId=sample.creator&api-key=${key}`,
        `uniqueId=sample.creator&note=of%20${key}`,
        ...[71, 72].map((length) => `uniqueId=${'x'.repeat(length)}`),
        `a=${'a'.repeat(22)}&b=${'b'.repeat(23)}&c=${'c'.repeat(99)}`,
        Array.from({ length: 9 }, (_, n) => `long-${n}=longer`).join('&'),
      ])
        await fetch(`${url}/clip/profile?${query}`, { headers });
      const { status } = await fetch(`${url}/usage`, { headers });
      // what the client forces itself is no call of it
      const forced = await fetch(`${url}/usage`, { headers: { ...headers, prefer: 'code=429' } });
      expect([status, forced.status]).toEqual([200, 429]);
    });
    const subjects = clean.calls.map(({ subject, parameters }) => `${subject} ${JSON.stringify(parameters)}`);
    expect(subjects.join('\n')).not.toContain('hidden');
    expect(subjects.join('\n')).toMatchInlineSnapshot(`
      "clip/profile uniqueId=sample.creator {"uniqueId":"sample.creator"}
      clip/profile note=of_…dden&uniqueId=sample.creator {"uniqueId":"sample.creator","note":"of …dden"}
      clip/profile uniqueId=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx {"uniqueId":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
      clip/profile ~b8a599473d00 {"uniqueId":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
      clip/profile a=aaaaaaaaaaaaaaaaaaaaaa~4c470c6d6fb3 {"a":"aaaaaaaaaaaaaaaaaaaaaa","b":"bbbbbbbbbbbbbbbbbbbbbbb","c":"ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"}
      clip/profile long-0=longer&long-1=longer&long-2=longer&long-3=longer&long-4=longer&long-5=lon~6a47cdb3ab4f {"long-0":"longer","long-1":"longer","long-2":"longer","long-3":"longer","long-4":"longer","long-5":"longer","long-6":"longer","long-7":"longer","long-8":"longer"}
      usage {}"
    `);
  });
});

describe('a run under a schedule', () => {
  const operation = 'clip/profile';
  const subject = 'uniqueId=sample.creator';
  const url = (to: string) => `${to}/clip/profile?${subject}`;
  const asks =
    (count: number): Client =>
    async (to) => {
      const headers = { 'api-key': 'sandbox:plan=1000,fractional:asks' };
      for (let n = 0; n < count; n++)
        await fetch(`${url(to)}&fields=country`, { headers }).then((reply) => reply.text());
    };
  const key = 'sandbox:plan=1000,fractional:asks';
  const send = (to: string, path: string, body?: object, secret = key) =>
    fetch(to + path, {
      headers: { 'api-key': secret, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).then((reply) => reply.text());
  /** Two pages, a look-up by another key, a stream and a refusal. */
  const asksAll: Client = async (to) => {
    const filters = [{ filterName: 'totalFollowers', op: '>', value: 100 }];
    for (const offset of [0, 2])
      await send(to, '/clip/search', { filters, pageSize: 2, offset, sortBy: 'totalFollowers' }).catch(
        () => {},
      );
    await send(to, `/clip/profile?${subject}&fields=country`, undefined, `${key}-too`).catch(() => {});
    await send(to, '/nls', { description: 'creators from Italy #1' }).catch(() => {});
    await send(to, '/clip/profile?uniqueId=nobody.at.all').catch(() => {});
  };
  const clean = runClient(asksAll);

  it('names its calls so that another run has them too, and notes what each got and cost', async () => {
    const { calls, ...end } = await clean;
    expect(end).toEqual({ passed: true, timedOut: false, isUnbounded: false, brokenRules: [] });
    expect(calls.map((call) => JSON.stringify(call)).join('\n')).toMatchInlineSnapshot(`
      "{"call":"clip/search offset=0&pageSize=2&sortBy=totalFollowers~af982e792d31#1","subject":"clip/search offset=0&pageSize=2&sortBy=totalFollowers~af982e792d31","operation":"clip/search","occurrence":1,"method":"POST","path":"/clip/search","parameters":{"filters":[{"filterName":"totalFollowers","op":">","value":100}],"pageSize":2,"offset":0,"sortBy":"totalFollowers"},"key":1,"status":200,"code":null,"credits":1,"isDelivered":true}
      {"call":"clip/search offset=2&pageSize=2&sortBy=totalFollowers~771febdff2a1#1","subject":"clip/search offset=2&pageSize=2&sortBy=totalFollowers~771febdff2a1","operation":"clip/search","occurrence":1,"method":"POST","path":"/clip/search","parameters":{"filters":[{"filterName":"totalFollowers","op":">","value":100}],"pageSize":2,"offset":2,"sortBy":"totalFollowers"},"key":1,"status":200,"code":null,"credits":1,"isDelivered":true,"hasPageBefore":true}
      {"call":"clip/profile fields=country&uniqueId=sample.creator#1","subject":"clip/profile fields=country&uniqueId=sample.creator","operation":"clip/profile","occurrence":1,"method":"GET","path":"/clip/profile","parameters":{"uniqueId":"sample.creator","fields":"country"},"key":2,"status":200,"code":null,"credits":0.1,"isDelivered":true}
      {"call":"nls description=creators_from_Italy__1#1","subject":"nls description=creators_from_Italy__1","operation":"nls","occurrence":1,"method":"POST","path":"/nls","parameters":{"description":"creators from Italy #1"},"key":1,"status":200,"code":null,"credits":1.08,"isDelivered":true}
      {"call":"clip/profile uniqueId=nobody.at.all#1","subject":"clip/profile uniqueId=nobody.at.all","operation":"clip/profile","occurrence":1,"method":"GET","path":"/clip/profile","parameters":{"uniqueId":"nobody.at.all"},"key":1,"status":404,"code":"NOT_FOUND","credits":0,"isDelivered":false}"
    `);
  });

  it('notes what a client gets and pays where something else happens', async () => {
    const { calls } = await clean;
    const [, page, look, stream] = calls;
    const lines: string[] = [];
    for (const outcome of outcomeNames) {
      const at = [look, stream, page].find(
        (call) => call && faultsAt(call, { outcomes: [outcome], operations: undefined }).length > 0,
      );
      const schedule = at ? faultsAt(at, { outcomes: [outcome], operations: undefined }) : [];
      const run = await runClient(asksAll, schedule, {}, outcomeOf(outcome).isLate ? 1 : undefined);
      const changed = run.calls.filter((call, n) => JSON.stringify(call) !== JSON.stringify(calls[n]));
      const texts = changed.map(({ operation: id, status, code, credits, isDelivered, outcome: given }) =>
        [id, given, status, code, credits, isDelivered].join(' '),
      );
      lines.push(`${outcome}: ${texts.join(', ')}`);
    }
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "503: clip/profile 503 503 SERVICE_UNAVAILABLE 0 false
      429: clip/profile 429 429 RATE_LIMIT_EXCEEDED 0 false
      500: clip/profile 500 500 INTERNAL_SERVER_ERROR 0 false
      gateway-timeout: clip/profile gateway-timeout 504  0 false
      reset: clip/profile reset 0  0 false
      reply-lost-uncharged: clip/profile reply-lost-uncharged 0  0 false
      failed-result: nls failed-result 200 SERVICE_UNAVAILABLE 0 false
      stream-cut-before-result: nls stream-cut-before-result 0  0 false
      reply-lost: clip/profile reply-lost 0  0.1 false
      body-cut: clip/profile body-cut 200  0.1 false
      not-json: clip/profile not-json 200  0.1 false
      billed-timeout: clip/profile billed-timeout 504  0.1 false
      stream-cut-in-result: nls stream-cut-in-result 200  1.08 false
      stream-cut-after-result: nls stream-cut-after-result 200  1.08 true
      late: clip/profile late 200  0.1 true
      page-repeats: clip/search page-repeats 200  1 true
      renewal: clip/profile renewal 200  0.1 true
      503-onward: clip/profile 503-onward 503 SERVICE_UNAVAILABLE 0 false
      429-onward: clip/profile 429-onward 429 RATE_LIMIT_EXCEEDED 0 false
      500-onward: clip/profile 500-onward 500 INTERNAL_SERVER_ERROR 0 false
      402-onward: clip/profile 402-onward 402 INSUFFICIENT_CREDITS 0 false
      key-revoked: clip/profile key-revoked 401 UNAUTHORIZED 0 false"
    `);
  });

  it('waits for the replies of a client that has left', async () => {
    const { calls } = await runClient(async (to) => {
      const rule = { match: { operation }, latency: 300 };
      await send(to, '/__admin/faults', rule);
      const signal = AbortSignal.timeout(100);
      await fetch(url(to), { headers: { 'api-key': key }, signal }).catch(() => {});
    });
    expect(calls).toMatchObject([{ status: 200, credits: 2, isDelivered: true }]);
  });

  it('leaves a call to a rule of the command that acts on it', async () => {
    const client: Client = async (to) => {
      const rule = { match: { operation }, respond: { status: 409 } };
      const headers = { 'content-type': 'application/json' };
      await fetch(`${to}/__admin/faults`, { method: 'POST', headers, body: JSON.stringify(rule) });
      await asks(1)(to);
    };
    const call = `${operation} fields=country&${subject}#1`;
    const { calls } = await runClient(client, [{ call, outcome: '503' }]);
    expect(calls.map(({ status, code }) => [status, code])).toEqual([[409, 'CONFLICT']]);
  });

  it('is unbounded with one call more than it may have', async () => {
    const of = async (count: number) => {
      const { calls, isUnbounded } = await runClient(asks(count));
      return [calls.length, isUnbounded];
    };
    expect(await of(60)).toEqual([60, false]);
    expect(await of(61)).toEqual([61, true]);
  });
});
