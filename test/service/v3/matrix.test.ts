import { describe, expect, it } from 'vitest';
import { toCredits } from '../../../src/core/credits.ts';
import type { OperationId } from '../../../src/core/operations.ts';
import { testApp } from '../../harness.ts';
import { newKey, refused, shortfall } from './common.ts';
import { countsOf, everyOperation, exampleOf, type Parameters, send, servedRoutes } from './requests.ts';

/** Every operation × every refusal that can apply to it: whole bodies, nothing charged, the refusal counted. */

// streams do not wait
const sandbox = await testApp({ pace: 0 });
const { deps, ledger } = sandbox;
const served = servedRoutes(deps);

/** The estimated cost; undefined where it depends on the words of the request. */
function priceOf(id: OperationId): number | undefined {
  if (id === 'nls') return undefined;
  return toCredits(deps.prices.at(0).full(id, { pastDayRange: 7 }));
}

const forms = everyOperation.flatMap(({ id, methods }) =>
  methods.map((method) => ({
    id,
    method,
    isServed: served.some((route) => route.id === id && route.method === method),
  })),
);

for (const { isServed, ...form } of forms)
  describe.skipIf(!isServed)(`${form.method} /${form.id}${isServed ? '' : ' (not served yet)'}`, () => {
    const { id } = form;
    const example = exampleOf(id);
    const price = priceOf(id);
    const ask = (parameters: Parameters, key?: string) => send(sandbox, form, parameters, key);
    const key = (terms: string) => newKey(id, terms);

    /** Free of charge, and counted among the requests of the operation; `/usage` does not count itself. */
    async function expectCounted(one: string, requests: number): Promise<void> {
      const none = id === 'usage' || requests === 0;
      expect(await countsOf(sandbox, one)).toMatchObject({
        used: 0,
        held: 0,
        calls: none ? [] : [{ operation: id, requests, charged: 0, credits: 0 }],
      });
    }

    it('keyMissing', async () => {
      for (const one of [undefined, ''])
        for (const parameters of [example.valid, example.invalid])
          expect(await ask(parameters, one)).toMatchObject({ status: 401, body: refused('keyMissing') });
    });

    it('keyUnknown', async () => {
      for (const one of ['nobody', 'sandbox:plan=:x', 'sandbox:plan=1'])
        expect(await ask(example.valid, one)).toMatchObject({ status: 401, body: refused('keyUnknown') });
    });

    it('rateLimited', async () => {
      const one = key('plan=0,fractional,rate=1/10s');
      await ask(example.invalid, one);

      expect(await ask(example.valid, one)).toMatchObject({ status: 429, body: refused('rateLimited') });
      await expectCounted(one, 2);
    });

    it('forbidden', async () => {
      const others = everyOperation.map((each) => each.id).filter((each) => each !== id);
      const { secret } = await ledger.keys.create({ plan: 1_000_000, allow: others }, deps.clock.now());
      for (const one of [secret, key('plan=100,forbidden')]) {
        expect(await ask(example.valid, one)).toMatchObject({ status: 403, body: refused('forbidden') });
        await expectCounted(one, 1);
      }
    });

    it('fractionalNotEnabled', async () => {
      const one = key('plan=100');
      const all = ['', '[]', '{}', 'null', ['country'], { recentVideos: 1 }, null, 5, false];
      // One check serves all look-ups, another one all searches.
      const shapes = id === 'clip/profile' || id === 'clip/search' ? all : all.slice(0, 1);
      for (const fields of shapes)
        expect(await ask({ ...example.invalid, fields }, one)).toMatchObject({
          status: 403,
          body: refused('fractionalNotEnabled'),
        });
      await expectCounted(one, shapes.length);
    });

    it('invalid', async () => {
      const one = key('plan=0,fractional');
      const { status, body } = await ask(example.invalid, one);
      const details = body['details'] as Record<string, unknown>[];

      expect([status, body]).toEqual([
        400,
        { ...refused('invalid', details), message: details[0]?.['message'] },
      ]);
      expect(details.length).toBeGreaterThan(0);
      for (const detail of details)
        expect(detail).toEqual({
          field: expect.any(String),
          message: expect.any(String),
          code: expect.stringMatching(/^[a-z_]+$/),
        });
      await expectCounted(one, 1);
    });

    // free calls are never refused for lack of credits
    const itCosts = price === 0 ? undefined : it;

    itCosts?.('keySpendThreshold', async () => {
      const one = key('plan=1000,fractional,limit=100,spent=99.9');
      const { status, body } = await ask(example.valid, one);

      expect(status).toBe(402);
      expect(body).toEqual(refused('keySpendThreshold'));
      await expectCounted(one, 1);
    });

    itCosts?.('insufficientCredits', async () => {
      if (price !== undefined) {
        const available = toCredits(price * 1000 - 1);
        expect((await ask(example.valid, key(`plan=${available}`))).body).toEqual(
          refused('insufficientCredits', shortfall(price, available)),
        );
      }
      const one = key('plan=0.05,purchased=0.05,fractional');
      const { status, headers, body } = await ask(example.valid, one);

      expect(status).toBe(402);
      expect(body).toEqual(refused('insufficientCredits', owed(body, 0.1)));
      // contract 7.2(7)
      expect(Object.keys(headers).filter((name) => /retry|ratelimit/i.test(name))).toEqual([]);
      await expectCounted(one, 1);
    });

    for (const { parameters, kind } of example.unknown ?? [])
      it(`${kind} for ${JSON.stringify(parameters)}`, async () => {
        const one = key('plan=1000,fractional');

        expect(await ask(parameters, one)).toMatchObject({ status: 404, body: refused(kind) });
        await expectCounted(one, 1);
      });

    it('none, when nothing is wrong and the credits are just enough', async () => {
      const { status, body } = await ask(example.valid, key(`plan=${price ?? 1000}`));
      expect(status).toBe(200);
      if (price === undefined || !('creditsUsed' in body)) return;
      expect(body).toMatchObject({ creditsUsed: price, creditsAvailable: 0 });
      expect((await ask(example.valid, 'demo-unlimited')).body).toMatchObject({
        creditsUsed: price,
        creditsAvailable: -1,
      });
    });

    function owed(body: Record<string, unknown>, available: number) {
      const [detail] = body['details'] as { required: number }[];
      const required = price ?? detail?.required ?? Number.NaN;
      expect(required).toBeGreaterThan(available);
      return shortfall(required, available);
    }
  });

describe('the matrix', () => {
  it('has an example for every operation of generation 3, and look-ups have one of nothing', () => {
    for (const { id } of everyOperation) expect(exampleOf(id).valid).toBeDefined();
    const withSubject = everyOperation.filter(({ id }) => (exampleOf(id).unknown ?? []).length > 0);
    expect(withSubject.map(({ id }) => id).sort()).toEqual(
      everyOperation
        .map(({ id }) => id)
        .filter((id) =>
          /profile|contact|performance|audience|detail|sponsorship|subtitles|information|creators$|summary/.test(
            id,
          ),
        )
        .sort(),
    );
  });
});
