import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readFixtures } from '../../seed/fixtures/fixtures.ts';
import { SubtitleFile, subtitleCues, subtitlesMeta } from '../../src/records/subtitles.ts';
import type { TubeAccount } from '../../src/world/account.ts';
import { expectValid } from '../world/strict.ts';

const { people } = readFixtures(fileURLToPath(new URL('../../fixtures', import.meta.url)));
const channel = people
  .flatMap((person) => person.accounts)
  .find(
    (account): account is TubeAccount => account.platform === 'tube' && account.handle === 'long.subtitles',
  );
const video = (id: string) =>
  channel?.contents.find((content) => content.id === id) ?? expect.fail(`no ${id}`);

describe('the tracks of a video', () => {
  test('have the name of their language, and a mark if they are automatic', () => {
    if (!channel) expect.fail();
    expect(subtitlesMeta(channel, video('longtrack01'))).toEqual({
      videoId: 'longtrack01',
      channelId: 'UClong-subtitles00000000',
      availableSubtitles: [
        { vssId: 'a.en', lang: 'English (Auto-generated)', langCode: 'en' },
        { vssId: '.en', lang: 'English', langCode: 'en' },
        { vssId: '.zh-Hant', lang: 'Chinese (Traditional)', langCode: 'zh-Hant' },
      ],
    });
    expect(subtitlesMeta(channel, video('notracks001')).availableSubtitles).toEqual([]);
  });

  test('all have words of their own language', () => {
    const texts = video('manytracks1').subtitles.map((vssId) => [
      ...subtitleCues(video('manytracks1'), vssId),
    ]);
    for (const cues of texts) expectValid(SubtitleFile, cues);
    // automatic and written English have the same words
    expect(new Set(texts.map((cues) => cues[0]?.text)).size).toBe(texts.length - 1);
  });
});

describe('the cues of a track', () => {
  test('follow each other without overlap and end with the video', () => {
    const cues = [...subtitleCues(video('manytracks1'), '.ja')];
    expect(cues.length).toBeGreaterThan(20);
    let end = 0;
    for (const cue of cues) {
      expect(cue.start).toBeGreaterThanOrEqual(end);
      end = Math.round((cue.start + cue.dur) * 1000) / 1000;
    }
    expect(end).toBeLessThanOrEqual(95);
    expect(end).toBeGreaterThan(90);
  });

  test('are the same every time', () => {
    expect([...subtitleCues(video('manytracks1'), '.es')]).toEqual([
      ...subtitleCues(video('manytracks1'), '.es'),
    ]);
  });

  test('are empty for a video without length', () => {
    expect([...subtitleCues(video('nolength001'), 'a.en')]).toEqual([]);
  });

  test('of the long track are several megabytes and are not kept in memory', () => {
    let bytes = 0;
    for (const cue of subtitleCues(video('longtrack01'), '.en')) bytes += JSON.stringify(cue).length + 1;
    expect(bytes).toBeGreaterThan(4_000_000);
    expect(bytes).toBeLessThan(8_000_000);
  });
});
