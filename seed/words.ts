import { type NicheSlug, traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';
import type { NicheVoice, Voice } from './voice.ts';
import { voiceOf } from './voices.ts';

/** The texts of one content. */
export interface Caption {
  text: string;
  hashtags: string[];
  /** Its topic, for a title. */
  item: string;
  language: string;
}

/** Writes the texts of a person. No caption repeats until all captions of the niche are used. */
export interface Speaker {
  caption(options: { brand: string; tagsAtEnd: boolean }): Caption;
  title(item: string, language: string, isStream: boolean): string;
  about(item: string, language: string): string;
  outro(language: string): string;
}

export function speakerFor(random: Random, person: Spoken): Speaker {
  const speakers = person.languages.map((language) => languageSpeaker(random, person, language));
  const main = speakers[0] as LanguageSpeaker;
  const speakerOf = (language: string): LanguageSpeaker =>
    speakers.find(({ voice }) => voice.language === language) ?? main;

  return {
    caption({ brand, tagsAtEnd }) {
      const speaker = speakers.length > 1 && random.chance(0.15) ? (speakers[1] as LanguageSpeaker) : main;
      const { voice } = speaker;
      const item = speaker.item();
      const hashtags = hashtagsOf(random, speaker, brand !== '');
      const text =
        brand === '' ? captionOf(random, speaker, item, person.niche) : adOf(random, voice, item, brand);
      return {
        text: tagsAtEnd ? `${text} ${hashtags.join(' ')}` : text,
        hashtags,
        item,
        language: voice.language,
      };
    },
    title: (item, language, isStream) => {
      const speaker = speakerOf(language);
      return fillTemplate(isStream ? random.pick(speaker.voice.streams) : speaker.title(), item);
    },
    about: (item, language) => fillTemplate(random.pick(speakerOf(language).voice.abouts), item),
    outro: (language) => random.pick(speakerOf(language).voice.outros),
  };
}

/** The parts of a person that texts show. */
export type Spoken = Pick<Person, 'languages' | 'niche' | 'sub'>;

interface LanguageSpeaker {
  voice: Voice;
  words: NicheVoice;
  item: () => string;
  line: () => string;
  title: () => string;
}

function languageSpeaker(random: Random, person: Spoken, language: string): LanguageSpeaker {
  const voice = voiceOf(language);
  const words = voice.niches[person.niche];
  const usual = words.items[person.sub] ?? words.items[0];
  const rest = words.items.flat();
  return {
    voice,
    words,
    // a baker sometimes cooks
    item: () => (random.chance(0.88) ? random.pick(usual) : random.pick(rest)),
    line: deck(random, words.captions.concat(voice.captions)),
    title: deck(random, voice.titles),
  };
}

/** Draws in random order, and shuffles again after the last one. */
function deck(random: Random, cards: readonly string[]): () => string {
  let left: string[] = [];
  return () => {
    if (left.length === 0) left = random.shuffled(cards);
    return left.pop() ?? '';
  };
}

function captionOf(random: Random, speaker: LanguageSpeaker, item: string, niche: NicheSlug): string {
  const line = fillTemplate(speaker.line(), item);
  const parts = [line];
  if (random.chance(0.55)) parts.push(random.pick(traitsOf(niche).emoji));
  if (random.chance(0.4)) {
    if (parts.length === 1 && !/[.!?。！？…？؟।]$/u.test(line))
      parts[0] = `${line}${stopOf(speaker.voice.language)}`;
    parts.push(random.pick(speaker.voice.closers));
  }
  // no space follows a full-width stop
  return parts
    .join(' ')
    .replace(/(?<=[。！？]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu, '');
}

const adOf = (random: Random, voice: Voice, item: string, brand: string): string =>
  fillTemplate(random.pick(voice.ads).replaceAll('{brand}', brand), item);

const stops: Readonly<Record<string, string>> = { jpn: '。', zht: '。', zhs: '。', hin: '।' };
const stopOf = (language: string): string => stops[language] ?? '.';

/** In English `your {x}` takes no second article: your sourdough, your lemon cake. */
function fillTemplate(template: string, item: string): string {
  const text = template
    .replace(/\b(my|your) \{x\}/gi, (_, whose) => `${whose} ${item.replace(/^(an?|the|my|your) /, '')}`)
    .replaceAll('{x}', () => item)
    .replace(/\b(routine|guide|day) \1\b/g, '$1');
  return capitalised(text);
}

/** Capitalises the first code point, so that an emoji stays intact. */
export function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

function hashtagsOf(random: Random, { voice, words }: LanguageSpeaker, isAd: boolean): string[] {
  const tags = random.shuffled(words.tags).slice(0, random.int(1, 4));
  if (random.chance(0.45)) tags.push(random.pick(voice.tags));
  if (isAd) tags.unshift(random.pick(voice.adTags));
  return tags.map((tag) => `#${tag}`);
}
