import type { Platform } from '../src/core/platforms.ts';
import type { Account } from '../src/creators/world/account.ts';
import { type Tagger, taggerFor } from './hashtags.ts';
import { traitsOf } from './niches.ts';
import type { Spoken } from './person.ts';
import { type Random, randomFor } from './random.ts';
import type { Voice } from './voice.ts';
import { voiceOf } from './voices.ts';

/** The texts of one content. */
export interface Caption {
  text: string;
  hashtags: string[];
  /** Its topic, for a title. */
  item: string;
  language: string;
}

/** Writes the texts of a person. No line repeats until all lines of the person are used. */
export interface Speaker {
  caption(options: { brand: string; tagsAtEnd: boolean }): Caption;
  title(item: string, language: string, isStream: boolean): string;
  about(item: string, language: string): string;
  outro(language: string): string;
}

export function speakerFor(random: Random, person: Spoken, account: SpokenOn): Speaker {
  const habits = randomFor(account.seed, 'speaker');
  const speakers = person.languages.map((language) =>
    languageSpeaker(random, habits, person, language, account.platform),
  );
  const main = speakers[0] as LanguageSpeaker;
  const speakerOf = (language: string): LanguageSpeaker =>
    speakers.find(({ voice }) => voice.language === language) ?? main;
  const signature = habits.chance(0.15) ? ` | ${account.displayName}` : '';

  return {
    caption({ brand, tagsAtEnd }) {
      const speaker = speakers.length > 1 && random.chance(0.15) ? (speakers[1] as LanguageSpeaker) : main;
      const { voice } = speaker;
      const item = speaker.item();
      const hashtags = speaker.tags(brand !== '').map((tag) => `#${tag}`);
      const text = brand === '' ? captionOf(random, speaker, item) : adOf(random, voice, item, brand);
      return {
        text: tagsAtEnd && hashtags.length > 0 ? `${text} ${hashtags.join(' ')}` : text,
        hashtags,
        item,
        language: voice.language,
      };
    },
    title: (item, language, isStream) => {
      const speaker = speakerOf(language);
      if (isStream) return fillTemplate(random.pick(speaker.voice.streams), item) + signature;
      return (
        random.weighted(titleForms).write(random, speaker, item) + (signature || suffixOf(random, speaker))
      );
    },
    about: (item, language) => fillTemplate(random.pick(speakerOf(language).voice.abouts), item),
    outro: (language) => random.pick(speakerOf(language).voice.outros),
  };
}

/** The parts of an account that texts show. Habits of writing follow from its seed. */
export type SpokenOn = Pick<Account, 'platform' | 'seed' | 'displayName'>;

interface LanguageSpeaker {
  person: Spoken;
  voice: Voice;
  item: () => string;
  /** A line that may name an item: `{x}`. */
  line: () => string;
  /** A line of the niche, which names none. */
  motto: () => string;
  title: () => string;
  tags: Tagger;
  forms: readonly Form[];
}

function languageSpeaker(
  random: Random,
  habits: Random,
  person: Spoken,
  language: string,
  platform: Platform,
): LanguageSpeaker {
  const voice = voiceOf(language);
  const words = voice.niches[person.niche];
  const usual = words.items[person.sub] as readonly string[];
  const rest = words.items.flat();
  // each person has a few of the lines that all niches share, and a few ways to write
  const ownLines = habits.shuffled(voice.captions).slice(0, 5);
  return {
    person,
    voice,
    // a baker sometimes cooks
    item: () => (random.chance(0.88) ? random.pick(usual) : random.pick(rest)),
    line: deck(random, words.captions.concat(ownLines)),
    motto: deck(random, words.captions),
    title: deck(random, voice.titles),
    tags: taggerFor(random, habits, voice, person, platform),
    forms: [spoken, ...habits.shuffled(captionForms).slice(0, 4)],
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

/** A way to write a caption or a title about an item. */
interface Form {
  weight: number;
  write(random: Random, speaker: LanguageSpeaker, item: string): string;
}

const spoken: Form = { weight: 30, write: (_, speaker, item) => fillTemplate(speaker.line(), item) };

const captionForms: readonly Form[] = [
  {
    weight: 25,
    write: (random, { motto, voice }, item) =>
      `${capitalised(item)}${random.pick([stopOf(voice.language), ':', ' |', ' —', '\n'])} ${motto()}`,
  },
  { weight: 15, write: (_, { motto }) => motto() },
  {
    weight: 10,
    write: (_, speaker, item) =>
      `📍 ${speaker.person.city.name}${stopOf(speaker.voice.language)} ${fillTemplate(speaker.line(), item)}`,
  },
  {
    weight: 12,
    write: (random, speaker, item) =>
      `${capitalised(item)} ${random.pick(['+', '&', '/', '→'])} ${anotherItem(speaker, item)}`,
  },
  {
    weight: 10,
    write: (random, speaker, item) =>
      `${ended(random.pick(speaker.voice.closers), speaker.voice.language)} ${fillTemplate(speaker.line(), item)}`,
  },
  {
    weight: 12,
    write: (random, { motto, voice }, item) => {
      const parts = random.int(3, 12);
      return `${capitalised(item)} ${random.int(1, parts)}/${parts}${stopOf(voice.language)} ${motto()}`;
    },
  },
  {
    weight: 10,
    write: (_, { motto, voice }) => `${ended(motto(), voice.language)} ${motto()}`,
  },
];

function captionOf(random: Random, speaker: LanguageSpeaker, item: string): string {
  const { voice, person } = speaker;
  const text = random.weighted(speaker.forms).write(random, speaker, item);
  const emoji = (): string => random.pick(traitsOf(person.niche).emoji);
  const decoration = random.unit();
  const parts = [decoration < 0.12 ? `${emoji()} ${text}` : text];
  if (decoration > 0.55) parts.push(emoji());
  if (random.chance(0.3)) {
    if (parts.length === 1) parts[0] = ended(parts[0] ?? '', voice.language);
    parts.push(random.pick(voice.closers));
  }
  // no space follows a full-width stop
  return parts
    .join(' ')
    .replace(/(?<=[。！？]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu, '');
}

const titleForms: readonly Form[] = [
  {
    weight: 30,
    write: (random, { title }, item) => fillTemplate(withOtherNumber(random, title()), item),
  },
  {
    weight: 25,
    write: (random, { motto }, item) => capitalised(item) + random.pick([': ', ' | ', ' – ']) + motto(),
  },
  { weight: 15, write: (_, { motto }, item) => `${motto()} (${item})` },
  {
    weight: 10,
    write: (random, speaker, item) =>
      `${capitalised(item)} ${random.pick(['vs', '+', '&'])} ${anotherItem(speaker, item)}`,
  },
  { weight: 10, write: (random, _, item) => `${capitalised(item)} #${random.int(1, 60)}` },
];

const suffixOf = (random: Random, { person }: LanguageSpeaker): string => {
  const luck = random.unit();
  if (luck < 0.1) return ` ${random.pick(traitsOf(person.niche).emoji)}`;
  if (luck < 0.18) return ` | ${person.city.name}`;
  return luck < 0.3 ? ` (${random.int(1, 9)}/9)` : '';
};

/** Another number of as many digits: `5 mistakes`, `7 mistakes`. Round ones such as 10 and 100 stay. */
const withOtherNumber = (random: Random, template: string): string =>
  template
    .replace(/(?<![\d₹])[3-9](?!\d)/, () => String(random.int(3, 9)))
    .replace(/(?<!\d)30(?!\d)/, () => random.pick(['14', '21', '30', '60', '90']));

/** Another item of the person, if a few tries find one. */
function anotherItem({ item }: LanguageSpeaker, first: string): string {
  let other = item();
  for (let tries = 0; other === first && tries < 4; tries += 1) other = item();
  return other;
}

const ended = (text: string, language: string): string =>
  /[.!?。！？…？؟।]$/u.test(text) ? text : `${text}${stopOf(language)}`;

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
