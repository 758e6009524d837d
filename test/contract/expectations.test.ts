import { afterAll, describe, expect, it } from 'vitest';
import { compareReply } from '../../src/contract/compare.ts';
import type { Exchange } from '../../src/contract/exchange.ts';
import { readExchanges } from '../../src/contract/folder.ts';
import { invariantDifferences } from '../../src/contract/invariants.ts';
import { replySchemaOf } from '../../src/contract/reply-schema.ts';
import { eventFrame } from '../../src/service/http/stream.ts';
import { openGoldenSandbox } from './sandbox.ts';

/**
 * Expectations of the contract, written by hand a second time: codes and worked examples. So a recording of a
 * wrong reply fails.
 */
const exchanges = readExchanges();
const named = new Map(exchanges.map((exchange) => [exchange.name, exchange]));
const sandbox = await openGoldenSandbox();
afterAll(() => sandbox.close());

type Json = Record<string, unknown>;
const bodyOf = ({ reply }: Exchange) => (reply.events?.at(-1)?.data ?? reply.body) as Json;
const replyTo = (name: string): Json => {
  const exchange = named.get(name);
  if (!exchange) throw new Error(`there is no ${name}`);
  return bodyOf(exchange);
};
const dataOf = (name: string) => replyTo(name)['data'] as Json;

describe('every recorded reply', () => {
  it.each(exchanges.map((exchange) => [exchange.name, exchange] as const))(
    '%s fits the closed schema of its outcome and the invariants',
    (_name, exchange) => {
      const { reply, request } = exchange;
      const { status, headers } = reply;
      const text =
        reply.events?.map(({ event, data }) => eventFrame(event, data as object)).join('') ??
        JSON.stringify(reply.body ?? '');
      const { differences, body } = compareReply(exchange, replySchemaOf(exchange, sandbox.served), {
        status,
        headers,
        text,
      });
      expect(differences).toEqual([]);
      expect(invariantDifferences(sandbox.book, request, body)).toEqual([]);
    },
  );

  it('has the status of its folder where it is a refusal', () => {
    const refused = exchanges.filter(({ name }) => /^refusals\/\d/.test(name));
    expect(refused.length).toBeGreaterThan(70);
    for (const { name, reply } of refused)
      expect(`${name} ${reply.status}`).toBe(`${name} ${name.slice(9, 12)}`);
  });

  it('is 403 with zeros where generation 2 fails (contract 2.1)', () => {
    const failures = exchanges.filter(
      ({ request, reply }) =>
        request.path.startsWith('/v2') && (reply.body as Json)['data'] === null && reply.status !== 200,
    );
    expect(failures.length).toBeGreaterThan(25);
    for (const { reply } of failures)
      expect(reply).toMatchObject({
        status: 403,
        body: {
          data: null,
          quotaUsed: 0,
          quotaUsedTotal: 0,
          remainingPlanCredit: 0,
          remainingPrepurchasedCredit: 0,
          error: expect.stringMatching(/^[A-Z]/),
          success: false,
        },
      });
  });
});

describe('the worked examples of the specification', () => {
  it('5: a missing and an empty key, and one that is not recognised', () => {
    expect(replyTo('refusals/401/key-missing')['message']).toBe('API Key is required');
    expect(replyTo('refusals/401/key-empty')['message']).toBe('API Key is required');
    expect(replyTo('refusals/401/key-unknown')['message']).toBe('Invalid API Key');
  });

  it('7.2(4): one parameter, several entries', () => {
    for (const [name, field] of [
      ['video-length', 'videoId'],
      ['brand-empty', 'brandId'],
    ] as const) {
      const details = replyTo(`refusals/400/${name}`)['details'] as Json[];
      expect(details.map((entry) => entry['field'])).toEqual([field, field]);
      expect(new Set(details.map((entry) => entry['code'])).size).toBe(2);
    }
  });

  it('7.2(5): an unknown path has no envelope', () => {
    for (const exchange of exchanges.filter(({ name }) => name.startsWith('unknown-path/')))
      expect(exchange.reply).toEqual({
        status: 404,
        headers: expect.anything(),
        body: {
          success: false,
          error: 'Not Found',
          message: expect.any(String),
          availableEndpoints: expect.arrayContaining([
            exchange.request.path.startsWith('/v2') ? 'GET /v2/clipHistory' : 'GET /clip/profile',
          ]),
        },
      });
  });

  it('7.2(6): required and available credits', () => {
    expect(replyTo('refusals/402/insufficient-credits')['details']).toMatchObject([
      { required: 2, available: 1 },
    ]);
    expect(replyTo('refusals/402/estimate')['details']).toMatchObject([{ required: 1501, available: 100 }]);
  });

  it('7.2(8): refusals cost nothing, and tenths add up', () => {
    expect(replyTo('money/refusals-cost-nothing')['creditsAvailable']).toBe(100);
    expect(replyTo('money/fractions-add-up')['creditsAvailable']).toBe(0.7);
  });

  it('7.2(9): a file without an envelope', () => {
    const { reply } = named.get('v3/tube/subtitles/download-post') ?? {};
    expect(reply?.headers['content-disposition']).toBe('attachment; filename="fewitems001-a.en.json"');
    expect(reply?.body).toEqual(named.get('v3/tube/subtitles/download-get')?.reply.body);
    expect(reply?.body).toContainEqual({
      text: expect.any(String),
      start: expect.any(Number),
      dur: expect.any(Number),
    });
  });

  it('2.1, 8: plan credits before purchased ones', () => {
    expect(replyTo('money/plan-before-purchased')).toMatchObject({
      quotaUsedTotal: 4,
      remainingPlanCredit: 0,
      remainingPrepurchasedCredit: 4,
    });
  });

  it('8: -1 is unlimited', () => {
    expect(replyTo('money/unlimited')['creditsAvailable']).toBe(-1);
    expect(replyTo('v3/nls/unlimited')).toMatchObject({ creditsAvailable: -1, planCreditsAvailable: -1 });
  });

  it('4.2, 6: progress, then one result; the remaining spend only with a limit', () => {
    const { events = [] } = named.get('v3/nls/clip')?.reply ?? {};
    expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
    expect(events.at(-1)?.event).toBe('result');
    expect(replyTo('v3/nls/clip')).not.toHaveProperty('keyCreditsAvailable');
    const { creditsUsed, keyCreditsAvailable } = replyTo('v3/nls/with-a-spend-limit') as Record<
      string,
      number
    >;
    expect((keyCreditsAvailable ?? 0) + (creditsUsed ?? 0)).toBeCloseTo(40, 9);
  });

  it('4.3(7): nothing selected is everything; GET and POST of a look-up answer the same', () => {
    for (const platform of ['clip', 'gram', 'tube']) {
      expect(dataOf(`v3/${platform}/profile/fields-none`)).toEqual(dataOf(`v3/${platform}/profile/get`));
      for (const operation of ['profile', 'contact', 'performance', 'audience', 'content-detail'])
        expect(dataOf(`v3/${platform}/${operation}/post`)).toEqual(dataOf(`v3/${platform}/${operation}/get`));
    }
  });

  it('2.6: pages of one search fit together, and the last one says so', () => {
    for (const operation of [
      'clip/search',
      'gram/search',
      'tube/search',
      'clip/content-search',
      'gram/content-search',
      'tube/content-search',
    ]) {
      const list = (page: string) => Object.values(dataOf(`v3/${operation}/${page}`))[0] as Json[];
      expect(list('inner-page')).toEqual(list('first-page').slice(2));
      expect(list('next-page')).not.toContainEqual(list('first-page').at(-1));
      for (const page of ['last-page', 'past-the-end'])
        expect(dataOf(`v3/${operation}/${page}`)).toMatchObject({ hasNextPage: false, nextOffset: 0 });
      expect([list('last-page').length, list('past-the-end').length]).toEqual([1, 0]);
    }
  });

  it('the usage of a key counts its requests', () => {
    const [record] = dataOf('v3/usage/after-calls')['records'] as Json[];
    expect(record).toMatchObject({
      requestCount: 5,
      totalQuotaUsed: 21,
      endpoints: {
        getClipProfile: { count: 3, creditsUsed: 4 },
        getGramContact: { count: 1, creditsUsed: 15 },
        gramBasic: { count: 1, creditsUsed: 2 },
      },
      platforms: { clip: 3, gram: 2 },
      quotaByPlatform: { clip: 4, gram: 17 },
    });
  });
});
