import { expect, it } from 'vitest';
import { watchVocabulary } from '../../src/cli/vocabulary-guess.ts';
import { readSettings } from '../../src/core/settings.ts';
import type { SandboxEvent } from '../../src/journal/events.ts';

const request = (url: string, name = 'request') =>
  ({ name, data: { method: 'GET', url } }) as unknown as SandboxEvent;

it.each([
  ['neutral', '/clip/profile', '/tiktok/profile', 'published'],
  ['published', '/tiktok/profile', '/clip/profile', 'neutral'],
] as const)(
  'the first path of one vocabulary shows the words of a client: %s',
  async (vocabulary, own, foreign, other) => {
    const { settings } = readSettings({ flags: { vocabulary } });
    const owns = watchVocabulary(settings);
    for (const event of [request('/usage'), request('/nowhere'), request(foreign, 'reset')])
      owns.listener(event);
    expect(owns.guess()).toBeUndefined();
    for (const path of [`${own}?uniqueId=a`, foreign]) owns.listener(request(path));
    expect(owns.guess()).toEqual({ vocabulary, request: `GET ${own}` });

    const others = watchVocabulary(settings);
    for (const path of [`${foreign}?uniqueId=a`, own]) others.listener(request(path));
    const guess = { vocabulary: other, request: `GET ${foreign}` };
    expect([others.guess(), await others.isOther]).toEqual([guess, guess]);
    expect(await Promise.race([owns.isOther, Promise.resolve('not told')])).toBe('not told');
  },
);
