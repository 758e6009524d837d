import { describe, expect, it } from 'vitest';
import { maxBrandsPerDay, SponsorSubmitted } from '../../../src/service/v3/sponsor/submit.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { noon, testApp } from '../../harness.ts';
import { newKey, refused, shortfall, success } from './common.ts';

const { post, ledger } = await testApp();
const path = '/sponsor/submit';
const key = (terms?: string) => newKey('sponsor/submit', terms);

const novel = { brandName: 'Marmalade Sky', brandUrl: 'https://marmalade-sky.example/tea?x=1' };
/** An address whose host has so many characters. */
const addressOf = (length: number) =>
  `https://${`${'x'.repeat(59)}.`.repeat(4)}${'y'.repeat(length - 248)}.example`;
const submissionId = expect.stringMatching(/^[0-9a-f]{24}$/);

describe('/sponsor/submit', () => {
  it.each([
    ['its host', 'Something else', 'http://lanternfish-tea.example:8080/a', 'lanternfish-tea.example'],
    ['its host with www', 'Something else', 'https://WWW.Lanternfish-Tea.example', 'lanternfish-tea.example'],
    ['its host with a final dot', 'Else', 'https://lanternfish-tea.example./', 'lanternfish-tea.example'],
    ['its name', ' lanternfish TEA ', 'https://elsewhere.example', 'lanternfish-tea.example'],
    ['another name of it', 'Lanternfish', 'https://elsewhere.example', 'lanternfish-tea.example'],
    ['its name, whatever the host', 'Driftleaf Coffee', 'https://localhost', 'driftleaf.example'],
    ['its host before its name', 'Driftleaf Coffee', 'https://slow.example', 'slow.example'],
  ])('finds a brand of the world by %s, free of charge', async (_, brandName, brandUrl, existingBrandId) => {
    const { body } = await post(path, { brandName, brandUrl }, key());

    expect(body).toEqual(success({ submissionId, status: 'done', existingBrandId }, 0, 1000));
    expectValid(SponsorSubmitted, body['data']);
  });

  it('finds a brand that has no id', async () => {
    const { body } = await post(path, { brandName: 'Pebble & Twine', brandUrl: 'https://a.example' }, key());
    expect(body['data']).toEqual({ submissionId, status: 'done' });
  });

  it('is processing an accepted brand when it is sent again, and then done', async () => {
    const one = key();
    const statuses = [];
    for (let sent = 0; sent < 4; sent++) {
      const { body } = await post(path, novel, one);
      statuses.push((body['data'] as { status: string }).status);
      expect(body['creditsAvailable']).toBe(999);
      expectValid(SponsorSubmitted, body['data']);
    }
    expect(statuses).toEqual(['accepted', 'processing', 'done', 'done']);
  });

  it('remembers a brand by its name and by its host, for that key alone', async () => {
    const one = key();
    await post(path, novel, one);
    await post(path, novel, one);

    for (const again of [
      novel,
      { ...novel, brandUrl: 'https://other.example' },
      { ...novel, brandName: 'Other' },
    ])
      expect((await post(path, again, one)).body).toEqual(success({ submissionId, status: 'done' }, 0, 999));
    expect((await post(path, novel, key())).body['data']).toMatchObject({ status: 'accepted' });
    await ledger.reset(noon, one);
    expect((await post(path, novel, one)).body['data']).toMatchObject({ status: 'accepted' });
  });

  it.each([
    ['https://localhost/'],
    ['https://intranet'],
    ['http://127.0.0.1:8080'],
    ['http://[::1]/'],
    ['https://10.1'],
    ['https://brand.test'],
    ['https://brand.invalid'],
    ['https://brand.localhost'],
    ['https://printer.local'],
    ['https://sandbox-error-404.example'],
    ['https://under_score.example'],
    [`https://${'x'.repeat(64)}.example`],
    [addressOf(254)],
  ])('rejects a brand whose host is %s, free of charge', async (brandUrl) => {
    const one = key();
    const { body } = await post(path, { ...novel, brandUrl }, one);

    expect(body).toEqual(success({ submissionId, status: 'rejected' }, 0, 1000));
    // it was not remembered
    expect((await post(path, novel, one)).body['data']).toMatchObject({ status: 'accepted' });
  });

  it('rejects a name of spaces', async () => {
    const { body } = await post(path, { ...novel, brandName: '   ' }, key());
    expect(body['data']).toMatchObject({ status: 'rejected' });
  });

  it.each(['https://süßwaren.example', addressOf(253)])('takes the host of %s', async (brandUrl) => {
    const { body } = await post(path, { ...novel, brandUrl }, key());
    expect(body['data']).toMatchObject({ status: 'accepted' });
  });

  it('names each submission anew, and the same way in the same run', async () => {
    const one = key();
    const run = async () => {
      const { post } = await testApp();
      const answers = [await post(path, novel, one), await post(path, novel, one)];
      return answers.map(({ body }) => (body['data'] as { submissionId: string }).submissionId);
    };
    const ids = await run();

    expect(new Set(ids).size).toBe(2);
    expect(await run()).toEqual(ids);
  });

  it('requires the price of an accepted brand before the look-up, for every outcome', async () => {
    const known = { brandName: 'Driftleaf Coffee', brandUrl: 'https://driftleaf.example' };
    expect((await post(path, known, key('plan=0.5'))).body).toEqual(
      refused('insufficientCredits', shortfall(1, 0.5)),
    );
    expect((await post(path, known, key('plan=5,limit=2,spent=1.5'))).body).toEqual(
      refused('keySpendThreshold'),
    );
  });

  it('limits the brands of a UTC day, for every outcome, and refuses after 400 and before 402', async () => {
    const one = key('plan=2');
    const rejected = { ...novel, brandUrl: 'https://localhost' };
    for (let sent = 0; sent < maxBrandsPerDay; sent++)
      expect((await post(path, rejected, one)).status).toBe(200);

    expect(await post(path, novel, one)).toMatchObject({ status: 429, body: refused('rateLimited') });
    expect((await post(path, {}, one)).status).toBe(400);
    await post('/clip/profile', { uniqueId: 'sample.creator' }, one);
    expect((await post(path, novel, one)).body).toEqual(refused('rateLimited'));
    expect((await ledger.keys.find(one, noon))?.used).toBe(2000);
  });
});
