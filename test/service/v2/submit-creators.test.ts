import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { maxCreatorsPerDay } from '../../../src/service/http/submitted-creators.ts';
import { SubmittedIds } from '../../../src/service/v2/submit-creators.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { testApp } from '../../harness.ts';
import { failure, newKey, success } from './common.ts';

const { ask, post, available } = await testApp();

const send = (text: string, key?: string, type = 'application/json') =>
  ask({
    method: 'POST',
    url: '/v2/submitCreators',
    headers: { 'content-type': type, ...(key !== undefined && { apiId: key }) },
    payload: Buffer.from(text),
  });
const submit = (body: unknown, key?: string) => send(JSON.stringify(body), key);
const key = (terms?: string) => newKey('submit', terms);
const novel = { platform: 'clip', platformUserIds: ['nobody.knows'] };

describe('/v2/submitCreators', () => {
  it('answers with the ids that it took, as they were sent, free of charge', async () => {
    const { status, body } = await submit(
      { platform: 'clip', platformUserIds: ['@Nobody.Knows', 'sample.creator', 'a b', 'nobody.knows', 'x'] },
      key(),
    );

    expect(status).toBe(200);
    expect(body).toEqual(success(['@Nobody.Knows', 'x'], { used: 0, total: 0, plan: 100 }));
    expectValid(SubmittedIds, body['data']);
  });

  it.each([
    ['gram', 'nobody.knows', 'sample.creator'],
    ['tube', 'UCnobody-knows0000000000', 'UCsample-creator00000000'],
  ])('takes ids of %s', async (platform, unknown, known) => {
    const { body } = await submit({ platform, platformUserIds: [known, unknown] }, key());
    expect(body['data']).toEqual([unknown]);
  });

  it('remembers what the key submitted, in either generation', async () => {
    const one = key();
    await submit(novel, one);

    expect((await submit(novel, one)).body['data']).toEqual([]);
    expect((await post('/clip/submitCreators', { uniqueIds: ['nobody.knows'] }, one)).body['data']).toEqual({
      results: [{ uniqueId: 'nobody.knows', status: 'done' }],
    });
  });

  it.each([['{'], ['[]'], ['"text"'], ['null'], ['5'], ['']])(
    'fails on the body %s, which is no object',
    async (text) => {
      expect((await send(text, key())).body).toEqual(failure('BodyInvalid'));
    },
  );

  it('fails on another media type', async () => {
    expect((await send('{}', key(), 'text/plain')).body).toEqual(failure('BodyInvalid'));
  });

  it.each([
    [{}],
    [{ ...novel, platform: '' }],
    [{ ...novel, platform: 'elsewhere' }],
    [{ ...novel, platform: 5 }],
    [{ ...novel, platformUserIds: [] }],
    [{ ...novel, platformUserIds: 'nobody.knows' }],
    [{ ...novel, platformUserIds: [''] }],
    [{ ...novel, platformUserIds: [5] }],
    [{ platform: 'clip' }],
  ])('fails on %j, and costs nothing', async (body) => {
    const one = key();
    expect((await submit(body, one)).body).toEqual(failure('ValueEmpty'));
    expect(await available(one)).toBe(100);
  });

  it('shares the limit of a UTC day with generation 3', async () => {
    const one = key();
    const page = (length: number) => ({ platform: 'clip', platformUserIds: Array(length).fill('a b') });
    expect((await submit(page(maxCreatorsPerDay - 1), one)).body['data']).toEqual([]);
    await post('/gram/submitCreators', { uniqueIds: ['nobody.knows'] }, one);

    expect((await submit(novel, one)).body).toEqual(failure('QuotaRate'));
    expect((await submit({}, one)).body).toEqual(failure('ValueEmpty'));
  });
});
