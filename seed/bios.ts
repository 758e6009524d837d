import { traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { type Country, regionOf } from './places.ts';
import { type Random, randomFor } from './random.ts';
import type { NicheVoice, Voice } from './voice.ts';
import { voiceOf } from './voices.ts';

/**
 * A biography. Each person has a style: which parts, in which order, with which marks between them. From platform to
 * platform only the words of the parts change.
 */
export function bioOf(random: Random, seed: number, person: Person): string {
  const style = styleOf(randomFor(seed, 'style', person.index));
  const voice = voiceOf(person.languages[0] ?? 'eng');
  const subject: BioSubject = {
    random,
    person,
    voice,
    words: voice.niches[person.niche],
    years: style.years,
  };
  const parts = style.parts.map((part) => part(subject)).filter((text) => text !== '');
  const texts = [...new Set(parts)].map((text) => style.marked(text, subject));
  return style.written(texts.join(style.between));
}

/** The subject of a biography. */
interface BioSubject {
  random: Random;
  person: Person;
  voice: Voice;
  words: NicheVoice;
  /** How old the person is. */
  years: number;
}

type BioPart = (subject: BioSubject) => string;

interface Style {
  years: number;
  parts: readonly BioPart[];
  between: string;
  marked(text: string, subject: BioSubject): string;
  written(text: string): string;
}

function styleOf(random: Random): Style {
  const [first] = random.shuffled(openings);
  const others = random.shuffled(additions).slice(0, random.pick([0, 0, 1, 1, 1, 2, 2, 3]));
  const parts = first ? [first, ...others] : others;
  const isLower = random.chance(0.14);
  return {
    years: random.int(19, 44),
    parts: random.chance(0.25) ? random.shuffled(parts) : parts,
    between: random.pick(marksBetween),
    marked: random.pick(markers),
    written: (text) => (isLower ? text.toLowerCase() : text),
  };
}

const itemOf = ({ random, person, words }: BioSubject): string =>
  random.pick(words.items[person.sub] as readonly string[]);

const readyBio: BioPart = ({ random, person, voice, words }) =>
  random.pick(voice.bios).replaceAll('{niche}', words.name).replaceAll('{city}', person.city.name);
const motto: BioPart = ({ random, words }) => random.pick(words.captions);
const items: BioPart = ({ random, person, words }) =>
  random
    .shuffled(words.items[person.sub] as readonly string[])
    .slice(0, random.int(2, 3))
    .join(random.pick([', ', ' / ', ' + ', ' & ', ' · ']));
const subject: BioPart = ({ words }) => words.name;
const homeCity: BioPart = ({ random, person }) =>
  random.pick(['📍', '📍 ', '', '🏠 ', '👋 ', '@ ', '🌍 ']) + person.city.name;
const hashtagLine: BioPart = ({ random, words }) =>
  random
    .shuffled(words.tags)
    .slice(0, random.int(1, 3))
    .map((tag) => `#${tag}`)
    .join(' ');
const link: BioPart = ({ random, voice }) =>
  `${random.pick(voice.links)} ${random.pick(['👇', '⬇️', '👉', '↓', '🔗', '⤵️'])}`;
const emoji: BioPart = ({ random, person }) =>
  random.shuffled(traitsOf(person.niche).emoji).slice(0, random.int(1, 4)).join('');
const fullName: BioPart = ({ person }) => person.name.full;
const givenName: BioPart = ({ person }) => person.name.given;
const since: BioPart = ({ random, person }) =>
  random.pick(['est. ', '© ', '⏳ ', '🗓️ ']) + String(2025 - Math.floor(person.ageWeeks / 52));
const age: BioPart = ({ random, person, years }) =>
  `${years} ${random.pick(['•', '|', '🎂', '·'])} ${flagOf(person.country)}`;
/** The regional indicators of the country. */
const flagOf = ({ code }: Country): string =>
  [...(regionOf[code] ?? '')].map((letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0))).join('');
const close: BioPart = ({ random, voice }) => random.pick(voice.closers);
const outro: BioPart = ({ random, voice }) => random.pick(voice.outros);
/** Narrower niches have only English names. */
const narrowNiche: BioPart = ({ person, voice, words }) =>
  voice.language === 'eng' ? (traitsOf(person.niche).subs[person.sub]?.name ?? '') : words.name;
const passion: BioPart = (given) =>
  `${itemOf(given)} ${given.random.pick(['❤️', '🤍', '🖤', '♡', '>>>', '💯', '!'])}`;

const openings: readonly BioPart[] = [
  readyBio,
  readyBio,
  readyBio,
  motto,
  motto,
  items,
  subject,
  narrowNiche,
  hashtagLine,
  fullName,
  passion,
];
const additions: readonly BioPart[] = [
  homeCity,
  homeCity,
  link,
  emoji,
  hashtagLine,
  since,
  age,
  close,
  outro,
  motto,
  items,
  givenName,
];

const marksBetween = [
  ' · ',
  ' | ',
  '\n',
  '\n',
  ' — ',
  ' • ',
  '. ',
  ' / ',
  ' ✦ ',
  ', ',
  ' ~ ',
  ' ⋆ ',
  '\n\n',
  ' ',
];

const unmarked: Style['marked'] = (text) => text;
const led: Style['marked'] = (text, { random, person }) =>
  `${random.pick(traitsOf(person.niche).emoji)} ${text}`;
const followed: Style['marked'] = (text, { random, person }) =>
  `${text} ${random.pick(traitsOf(person.niche).emoji)}`;
const markers: readonly Style['marked'][] = [
  unmarked,
  unmarked,
  unmarked,
  led,
  followed,
  (text) => `✨ ${text}`,
  (text) => `- ${text}`,
  (text) => `▫️${text}`,
];
