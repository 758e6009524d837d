import { describe, expect, it } from 'vitest';
import { SubtitlesMeta } from '../../../src/creators/records/subtitles.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, testApp } from '../../harness.ts';
import { invalid, type Malformed, newKey, success } from './common.ts';

const sandbox = await testApp();
const { get, available, world } = sandbox;
const operation = 'tube/subtitles/meta';
const path = `/${operation}?videoId=`;
const key = (terms?: string) => newKey(operation, terms);

describe('/tube/subtitles/meta', () => {
  it('lists the tracks of a video, automatic ones marked', async () => {
    const { status, body } = await get(`${path}shanvideo01`, key());

    expect(status).toBe(200);
    expect(body).toEqual(
      success(
        {
          videoId: 'shanvideo01',
          channelId: 'UCshan-zht00000000000000',
          availableSubtitles: [
            { vssId: 'a.zh-Hant', lang: 'Chinese (Traditional) (Auto-generated)', langCode: 'zh-Hant' },
            { vssId: '.zh-Hant', lang: 'Chinese (Traditional)', langCode: 'zh-Hant' },
            { vssId: '.zh-Hans', lang: 'Chinese (Simplified)', langCode: 'zh-Hans' },
            { vssId: '.en', lang: 'English', langCode: 'en' },
          ],
        },
        1,
        999,
      ),
    );
    expectValid(SubtitlesMeta, body['data']);
  });

  it('lists none of a video that has none', async () => {
    expect((await get(`${path}notracks001`, key())).body['data']).toMatchObject({ availableSubtitles: [] });
  });

  it.skipIf(isPublished)('answers for every video of the world', async () => {
    for (const { contents } of world.accounts('tube'))
      for (const { id } of contents.slice(0, 3)) {
        const { status, body } = await get(`${path}${id}`, 'demo-unlimited');
        expect([id, status]).toEqual([id, 200]);
        expectValid(SubtitlesMeta, body['data']);
      }
  });

  const shape = {
    field: 'videoId',
    message: "'videoId' has an invalid format. It must match ^[a-zA-Z0-9_-]{11}$.",
    code: 'invalid_format',
  };
  const tooShort = {
    field: 'videoId',
    message: "'videoId' must have at least 11 characters.",
    code: 'too_small',
  };
  const tooLong = {
    field: 'videoId',
    message: "'videoId' must have at most 11 characters.",
    code: 'too_big',
  };
  const malformed: Malformed[] = [
    ['', tooShort, shape],
    ['shanvideo0', tooShort, shape],
    ['shanvideo012', tooLong, shape],
    ['shanvideo.1', shape],
  ];
  it.each(malformed)('refuses %s with every failed check', async (id, ...details) => {
    const one = key();
    expect(await get(`${path}${id}`, one)).toMatchObject({ status: 400, body: invalid(...details) });
    expect(await available(one)).toBe(1000);
  });

  it('needs a videoId, once', async () => {
    expect((await get(`/${operation}`, key())).body).toEqual(
      invalid({ field: 'videoId', message: "Missing required field: 'videoId'.", code: 'required' }),
    );
    expect((await get(`${path}a&videoId=b`, key())).body).toEqual(
      invalid({
        field: 'videoId',
        message: "'videoId': expected string, received array.",
        code: 'invalid_type',
      }),
    );
  });
});
