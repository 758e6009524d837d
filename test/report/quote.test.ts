import { describe, expect, it } from 'vitest';
import { adminOf, problem } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { compareQuotes } from './random-quotes.ts';

describe('a quote', () => {
  it('equals the charge or names the refusal, and changes nothing', () => compareQuotes(200));

  it('needs neither a key nor identifiers', async () => {
    const admin = adminOf(await testApp());
    const quote = async (operation: string, parameters: object, more: object = {}) =>
      (await admin('POST', '/quote', { operation, parameters, ...more })).body;
    const missing = { refusal: { status: 400, code: 'VALIDATION_ERROR' } };
    const exactly = (credits: number) => ({ least: credits, most: credits });
    expect(await quote('clip/profile', { uniqueId: 'sample.creator' })).toEqual({ credits: exactly(2) });
    expect(await quote('clip/profile', {})).toEqual({ credits: exactly(2), ...missing });
    expect(await quote('clip/profile', { fields: ['bio', 'languages'] })).toEqual({
      credits: exactly(0.3),
      ...missing,
    });
    expect(await quote('tube/performance-history', { pastDayRange: '30' })).toEqual({
      credits: exactly(3.5),
      ...missing,
    });
    for (const range of [{}, { pastDayRange: 0 }])
      expect(await quote('tube/performance-history', range)).toEqual({
        credits: { least: 3, most: 5 },
        ...missing,
      });
    expect(await quote('nls', {})).toEqual({ credits: { least: 1, most: 10 }, ...missing });
    expect(await quote('v2/clipBasic', {})).toEqual({
      credits: exactly(2),
      refusal: { status: 403, code: 'ValueEmpty' },
    });
    expect(
      await quote(
        'clip/content-detail',
        { uniqueId: 'nobody.here', fields: { recentVideos: 4 } },
        { method: 'POST' },
      ),
    ).toEqual({ credits: { least: 0, most: 0.4 }, refusal: { status: 404, code: 'NOT_FOUND' } });
    expect(
      await quote('clip/content-detail', { uniqueId: 'nobody.here', fields: {} }, { method: 'POST' }),
    ).toEqual({ credits: exactly(3), refusal: { status: 404, code: 'NOT_FOUND' } });
    const words = { description: 'short video creators from the USA with more than 1000 followers' };
    expect(await quote('nls', words, { key: 'demo-full' })).toEqual({ credits: exactly(1.1) });
    expect(await quote('nls', words, { key: 'demo-empty' })).toMatchObject({
      refusal: { status: 402, code: 'INSUFFICIENT_CREDITS' },
    });
    expect(await quote('clip/profile', { uniqueId: 'sample.creator' }, { key: 'demo-empty' })).toEqual({
      credits: exactly(2),
      refusal: { status: 402, code: 'INSUFFICIENT_CREDITS' },
    });
  });

  it('is refused for what no request can be', async () => {
    const admin = adminOf(await testApp({ lookups: 'get' }));
    const quote = (body: object) => admin('POST', '/quote', body);
    expect(await quote({ operation: 'clip/profil', parameters: {} })).toMatchObject({
      body: problem(
        422,
        '\'operation\': "clip/profil" is not an operation; the nearest valid one is clip/profile.',
      ),
    });
    expect((await quote({ operation: 'clip/profile', method: 'POST', parameters: {} })).body).toEqual(
      problem(422, 'clip/profile is not served with POST.'),
    );
    expect((await quote({ operation: 'usage', parameters: {}, key: 'nobody-knows-this-key' })).status).toBe(
      404,
    );
  });
});
