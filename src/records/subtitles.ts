import { type Static, Type } from '@sinclair/typebox';
import { named } from '../core/schema.ts';
import type { TubeAccount, TubeContent } from '../world/account.ts';
import { chance } from '../world/timeline.ts';
import { object, record, text } from './atoms.ts';
import { languageName, speechOf } from './subtitle-phrases.ts';

/**
 * The subtitle tracks of a tube video. Only their names are stored; cues are generated while they are sent.
 */

export const SubtitlesMeta = record('SubtitlesMeta', 'Subtitle tracks of a tube video.', {
  videoId: text('Id of the video.'),
  channelId: text('Channel that published it.'),
  availableSubtitles: Type.Array(
    object('A track.', {
      vssId: text('Id of the track: `a.en` is automatic, `.en` is written.'),
      lang: text('Name of the language, in English.'),
      langCode: text('Code of the language, e.g. en or zh-Hant.'),
    }),
    { description: 'Empty when the video has none.' },
  ),
});
export type SubtitlesMeta = Static<typeof SubtitlesMeta>;

export const SubtitleCue = record('SubtitleCue', 'What is said during a short span.', {
  text: text('The words.'),
  start: Type.Number({ minimum: 0, description: 'Seconds after the beginning of the video.' }),
  dur: Type.Number({ minimum: 0, description: 'Seconds.' }),
});
export type SubtitleCue = Static<typeof SubtitleCue>;

/** The downloaded file: a bare list, no envelope (specification 7.2(9)). */
export const SubtitleFile = named(
  'SubtitleFile',
  Type.Array(SubtitleCue, { description: 'All cues, in the order of time.' }),
);
export type SubtitleFile = Static<typeof SubtitleFile>;

export const subtitlesMeta = (account: TubeAccount, content: TubeContent): SubtitlesMeta => ({
  videoId: content.id,
  channelId: account.channelId,
  availableSubtitles: content.subtitles.map((vssId) => ({
    vssId,
    lang: languageOf(vssId),
    langCode: codeOf(vssId),
  })),
});

/**
 * Generates the cues of a track one by one, so a track of any length takes no memory. They cover the length
 * of the video, times `subtitleRepeat`.
 */
export function* subtitleCues(content: TubeContent, vssId: string): Generator<SubtitleCue, void> {
  const { phrases } = speechOf(codeOf(vssId));
  const luck = (word: string, index: number): number =>
    chance(0, `${content.id} ${codeOf(vssId)} ${word}`, index);
  const endMs = content.lengthSec * 1000 * content.subtitleRepeat;
  let startMs = 240;
  let last = -1;
  for (let index = 0; startMs < endMs; index++) {
    const spanMs = Math.min(1600 + Math.floor(luck('span', index) * 2800), endMs - startMs);
    const step = 1 + Math.floor(luck('words', index) * (phrases.length - 1));
    last = (last + step) % phrases.length;
    yield { text: phrases[last] ?? '', start: startMs / 1000, dur: spanMs / 1000 };
    startMs += spanMs + Math.floor(luck('pause', index) * 600);
  }
}

const codeOf = (vssId: string): string => vssId.slice(vssId.indexOf('.') + 1);

const languageOf = (vssId: string): string =>
  languageName(codeOf(vssId)) + (vssId.startsWith('a.') ? ' (Auto-generated)' : '');
