import { type Static, Type } from '@sinclair/typebox';
import { namedSchema } from '../../core/schema.ts';
import type { TubeAccount, TubeContent } from '../world/account.ts';
import { chances } from '../world/chance.ts';
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

export const SubtitleCue = record('SubtitleCue', 'The words of a short span.', {
  text: text('The words.'),
  start: Type.Number({ minimum: 0, description: 'Seconds after the beginning of the video.' }),
  dur: Type.Number({ minimum: 0, description: 'Seconds.' }),
});
export type SubtitleCue = Static<typeof SubtitleCue>;

/** The downloaded file: a bare list, no envelope (contract 7.2(9)). */
export const SubtitleFile = namedSchema(
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
    langCode: trackLanguage(vssId),
  })),
});

/**
 * Generates the cues of a track one by one, so that even a long track takes no memory. They cover the length
 * of the video, times `subtitleRepeat`, and speak of its topic from the greeting to the farewell, as people do in the
 * country of the channel.
 */
export function* subtitleCues(
  account: Pick<TubeAccount, 'country'>,
  content: TubeContent,
  vssId: string,
): Generator<SubtitleCue, void> {
  const code = trackLanguage(vssId);
  const { opening, leads, middle, closing } = speechOf(code, account.country);
  const lucky = (word: string) => chances(0, `${content.id} ${code} ${word}`);
  const [spanOf, pauseOf, leadOf, lineOf] = [lucky('span'), lucky('pause'), lucky('lead'), lucky('line')];
  const topic = content.topic || content.title;
  const endMs = content.lengthSec * 1000 * content.subtitleRepeat;
  // a short has no time for a long greeting
  const politeLines = Math.max(1, Math.floor(endMs / (4 * maxCueMs)));
  const greeting = opening.slice(0, politeLines);
  const farewell = closing.slice(-politeLines);
  const farewellAtMs = endMs - farewell.length * maxCueMs;
  let startMs = 240;
  let last = -1;
  for (let index = 0; startMs < endMs; index++) {
    let line = greeting[index];
    let spanMs = minCueMs + Math.floor(spanOf(index) * (maxCueMs - minCueMs));
    if (line === undefined && startMs >= farewellAtMs) {
      spanMs = Math.ceil((endMs - startMs) / farewell.length);
      line = farewell.shift();
    }
    if (line === undefined) {
      // the middle goes forward, but not in the same steps in every video
      const at = Math.floor(((startMs / endMs) * 0.7 + lineOf(index) * 0.3) * middle.length);
      last = at === last ? (at + 1) % middle.length : at;
      line = `${leads[Math.floor(leadOf(index) * leads.length)] ?? ''}${middle[last] ?? ''}`;
    }
    spanMs = Math.min(spanMs, endMs - startMs);
    yield { text: line.replace('{x}', () => topic), start: startMs / 1000, dur: spanMs / 1000 };
    startMs += spanMs + Math.floor(pauseOf(index) * 600);
  }
}

const minCueMs = 1600;
const maxCueMs = 4400;

const trackLanguage = (vssId: string): string => vssId.slice(vssId.indexOf('.') + 1);

const languageOf = (vssId: string): string =>
  languageName(trackLanguage(vssId)) + (vssId.startsWith('a.') ? ' (Auto-generated)' : '');
