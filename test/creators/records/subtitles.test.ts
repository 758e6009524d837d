import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readFixtures } from '../../../seed/fixtures/fixtures.ts';
import { SubtitleFile, subtitleCues, subtitlesMeta } from '../../../src/creators/records/subtitles.ts';
import type { TubeAccount } from '../../../src/creators/world/account.ts';
import { expectValid } from '../world/strict.ts';

const { people } = readFixtures(fileURLToPath(new URL('../../../fixtures', import.meta.url)));
const channel =
  people
    .flatMap((person) => person.accounts)
    .find(
      (account): account is TubeAccount => account.platform === 'tube' && account.handle === 'long.subtitles',
    ) ?? expect.fail();
const video = (id: string) =>
  channel.contents.find((content) => content.id === id) ?? expect.fail(`no ${id}`);

describe('the tracks of a video', () => {
  test('have the name of their language, and a mark if they are automatic', () => {
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
      ...subtitleCues(channel, video('manytracks1'), vssId),
    ]);
    for (const cues of texts) expectValid(SubtitleFile, cues);
    // automatic and written English have the same words
    expect(new Set(texts.map((cues) => cues[0]?.text)).size).toBe(texts.length - 1);
  });
});

describe('the cues of a track', () => {
  test('follow each other without overlap and end with the video, however long it is', () => {
    for (let n = 0; n < 3_000; n++) {
      const lengthSec = 1 + (n % 95);
      const cues = subtitleCues(channel, { ...video('manytracks1'), id: `video ${n}`, lengthSec }, '.ja');
      let endMs = 0;
      for (const { start, dur } of cues) {
        if (start * 1000 < endMs || dur <= 0) expect.fail(`video ${n}: a cue at ${start}, of ${dur} s`);
        endMs = Math.round((start + dur) * 1000);
      }
      // at most a pause is left
      if (endMs > lengthSec * 1000 || endMs < lengthSec * 1000 - 600)
        expect.fail(`video ${n} ends at ${endMs} ms`);
    }
  });

  test('follow the topic, from the greeting to the goodbye', () => {
    const described = { ...video('manytracks1'), topic: 'paper planes' };
    const texts = [...subtitleCues(channel, described, '.en')].map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual([
      'hey everyone and welcome back',
      "so today it's all about paper planes",
    ]);
    expect(texts.slice(-4)).toEqual([
      'and that is basically it for paper planes',
      'let me know in the comments what you think',
      'thank you so much for watching',
      'see you in the next one',
    ]);
    expect(texts.filter((text) => text.includes('paper planes')).length).toBeGreaterThan(texts.length / 4);
    expect(texts.filter((text) => text.includes('see the difference')).length).toBeLessThan(3);
  });

  test('are in the variety of the country, or in that of the code of the track', () => {
    const greeting = (country: string, vssId: string) =>
      [...subtitleCues({ country }, video('manytracks1'), vssId)][0]?.text;
    expect(greeting('MEX', 'a.es')).toBe('qué onda, bienvenidos de vuelta');
    expect(greeting('ESP', 'a.es')).toBe('hola a todos y bienvenidos');
    expect(greeting('PRT', 'a.pt')).toBe('olá a todos, tudo bem');
    expect(greeting('PRT', '.pt-BR')).toBe('oi gente, tudo bem');
    expect(greeting('', '.xx')).toBe('hey everyone and welcome back');
    expect(greeting('constructor', '.constructor')).toBe('hey everyone and welcome back');
  });

  test('of a few seconds still begin and end', () => {
    const short = { ...video('manytracks1'), lengthSec: 14 };
    const texts = [...subtitleCues(channel, short, '.en')].map(({ text }) => text);
    expect([texts[0], texts.at(-1)]).toEqual(['hey everyone and welcome back', 'see you in the next one']);
  });

  test('are empty for a video without length', () => {
    expect([...subtitleCues(channel, video('nolength001'), 'a.en')]).toEqual([]);
  });
});
