import { describe, expect, it } from 'vitest';
import { maxCreatorsPerDay } from '../../../src/service/http/submitted-creators.ts';
import { noon, testApp } from '../../harness.ts';
import { newKey, refused, shortfall, success } from './common.ts';

const { post, available, ledger } = await testApp();
const dayMs = 86_400_000;
const x = (length: number) => 'x'.repeat(length);
const channel = (index: number) => `UC${String(index).padStart(22, '0')}`;

type Outcome = string | [status: string, existing: string];

describe.each([
  {
    platform: 'clip',
    ids: ['uniqueIds', 'uniqueId', 'existingUniqueId'],
    known: 'sample.creator',
    unknown: (index: number) => `nobody.knows-${index}`,
    own: {
      '@Sample.Creator': ['done', 'sample.creator'],
      'Nobody.Knows': 'accepted',
      '@nobody.knows': 'done',
      nobody_knows: 'accepted',
      [x(101)]: 'accepted',
      [`@${x(100)}`]: 'accepted',
      [x(102)]: 'rejected',
      '@@x': 'rejected',
      ünï: 'rejected',
    },
  },
  {
    platform: 'gram',
    ids: ['uniqueIds', 'uniqueId', 'existingUniqueId'],
    known: 'sample.creator',
    unknown: (index: number) => `nobody.knows_${index}`,
    own: {
      '@Sample.Creator': ['done', 'sample.creator'],
      [x(30)]: 'accepted',
      [`@${x(30)}`]: 'done',
      [x(32)]: 'rejected',
      'with-hyphen': 'rejected',
    },
  },
  {
    platform: 'tube',
    ids: ['channelIds', 'channelId', 'existingChannelId'],
    known: 'UCsample-creator00000000',
    unknown: channel,
    own: {
      'sample.creator': 'rejected',
      '@sample.creator': 'rejected',
      UCSAMPLE_CREATOR00000000: 'accepted',
      [channel(1).slice(0, 23)]: 'rejected',
      [`${channel(1)}0`]: 'rejected',
      [`uc${channel(1).slice(2)}`]: 'rejected',
    },
  },
] as const)('/$platform/submitCreators', ({ platform, ids: [many, one, existing], known, unknown, own }) => {
  const path = `/${platform}/submitCreators`;
  const key = (terms?: string) => newKey(`${platform}/submitCreators`, terms);
  const submit = (ids: readonly string[], key: string) => post(path, { [many]: ids }, key);
  const results = (outcomes: readonly (readonly [string, Outcome])[]) => ({
    results: outcomes.map(([id, outcome]) =>
      typeof outcome === 'string'
        ? { [one]: id, status: outcome }
        : { [one]: id, status: outcome[0], [existing]: outcome[1] },
    ),
  });
  const outcomesOf = async (ids: readonly string[], key: string) => (await submit(ids, key)).body['data'];

  it('tells what it does with each id, in their order', async () => {
    const outcomes = Object.entries(own as Record<string, Outcome>);
    const ids = outcomes.map(([id]) => id);
    expect(await outcomesOf(ids, key())).toEqual(results(outcomes));
    const odd = ['', ' ', `${known} `, 'a/b', 'sandbox-error-404', 'UCsandbox-error-404-----', '@'];
    expect(await outcomesOf(odd, key())).toEqual(results(odd.map((id) => [id, 'rejected'])));
  });

  it('remembers what is new, for its key and until the reset of that, and never in the world', async () => {
    const [mine, other] = [key(), key()];
    const accepted = results([[unknown(1), 'accepted']]);
    await submit([known, unknown(1), '?'], mine);
    const { id } = (await ledger.keys.find(mine, noon)) ?? {};
    const stored = (await ledger.save()).keys.find((each) => each.id === id)?.submitted;
    expect(stored).toEqual([{ kind: 'creators', name: `${platform} ${unknown(1)}` }]);
    expect(await outcomesOf([unknown(1)], mine)).toEqual(results([[unknown(1), 'done']]));
    expect(await outcomesOf([unknown(1)], other)).toEqual(accepted);
    const looked = await post(`/${platform}/profile`, { [one]: unknown(1) }, mine);
    expect(looked.body).toEqual(refused('notFound'));
    await ledger.reset(noon, mine);
    expect(await outcomesOf([unknown(1)], mine)).toEqual(accepted);
  });

  it('takes so many ids a UTC day, all that are sent, and then refuses whole', async () => {
    const one = key();
    const page = (start: number, length = 100) =>
      Array.from({ length }, (_, index) => unknown(start + index));
    for (let sent = 0; sent < maxCreatorsPerDay - 100; sent += 100)
      expect((await submit(page(sent % 300), one)).status).toBe(200);
    expect((await submit(page(0, 50), one)).status).toBe(200);

    expect(await submit(page(500, 51), one)).toMatchObject({ status: 429, body: refused('rateLimited') });
    // 400 comes before it, and what was refused was neither counted nor remembered
    expect((await submit([], one)).status).toBe(400);
    const accepted = results(page(500, 50).map((id) => [id, 'accepted']));
    expect((await submit(page(500, 50), one)).body).toEqual(success(accepted, 0, 1000));
    expect((await submit([known], one)).body).toEqual(refused('rateLimited'));
    expect(await available(one)).toBe(1000);

    // A new day begins at 00:00 UTC on the clock of the account.
    await ledger.keys.change(one, { clockOffsetMs: dayMs / 2 - 1 }, noon);
    expect((await submit([known], one)).status).toBe(429);
    await ledger.keys.change(one, { clockOffsetMs: dayMs / 2 }, noon);
    expect(await outcomesOf([unknown(0)], one)).toEqual(results([[unknown(0), 'done']]));
  });
});

it('each platform has its own creators', async () => {
  const key = newKey('mixed');
  for (const platform of ['clip', 'gram'])
    expect(
      (await post(`/${platform}/submitCreators`, { uniqueIds: ['nobody.knows'] }, key)).body['data'],
    ).toEqual({ results: [{ uniqueId: 'nobody.knows', status: 'accepted' }] });
});

it('what is free may have a price in the price book', async () => {
  const dear = await testApp({ prices: { 'clip/submitCreators': 4 } });
  const key = newKey('mixed', 'plan=5');
  const submit = () => dear.post('/clip/submitCreators', { uniqueIds: ['nobody.knows'] }, key);
  expect((await submit()).body).toMatchObject({ creditsUsed: 4, creditsAvailable: 1 });
  expect((await submit()).body).toEqual(refused('insufficientCredits', shortfall(4, 1)));
});
