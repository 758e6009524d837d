import { traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { type Random, randomFor } from './random.ts';
import type { NicheVoice, Voice } from './voice.ts';
import { voiceOf } from './voices.ts';

/**
 * A biography. Each person writes in a way of their own: which parts, in which order, with which marks
 * between them. A person changes parts, not the way, from platform to platform.
 */
export function bioOf(random: Random, seed: number, person: Person): string {
  const style = styleOf(randomFor(seed, 'style', person.index));
  const voice = voiceOf(person.languages[0] ?? 'eng');
  const subject: Subject = { random, person, voice, words: voice.niches[person.niche], years: style.years };
  const parts = style.parts.map((part) => part(subject)).filter((text) => text !== '');
  const texts = [...new Set(parts)].map((text) => style.marked(text, subject));
  return style.written(texts.join(style.between));
}

/** The subject of a biography. */
interface Subject {
  random: Random;
  person: Person;
  voice: Voice;
  words: NicheVoice;
  /** How old the person is. */
  years: number;
}

type Part = (subject: Subject) => string;

interface Style {
  years: number;
  parts: readonly Part[];
  between: string;
  marked(text: string, subject: Subject): string;
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

const itemOf = ({ random, person, words }: Subject): string =>
  random.pick(words.items[person.sub] ?? words.items[0]);

const ready: Part = ({ random, person, voice, words }) =>
  random.pick(voice.bios).replaceAll('{niche}', words.name).replaceAll('{city}', person.city.name);
const motto: Part = ({ random, words }) => random.pick(words.captions);
const items: Part = ({ random, person, words }) =>
  random
    .shuffled(words.items[person.sub] ?? words.items[0])
    .slice(0, random.int(2, 3))
    .join(random.pick([', ', ' / ', ' + ', ' & ', ' · ']));
const subject: Part = ({ words }) => words.name;
const place: Part = ({ random, person }) =>
  random.pick(['📍', '📍 ', '', '🏠 ', '👋 ', '@ ', '🌍 ']) + person.city.name;
const tags: Part = ({ random, words }) =>
  random
    .shuffled(words.tags)
    .slice(0, random.int(1, 3))
    .map((tag) => `#${tag}`)
    .join(' ');
const link: Part = ({ random, voice }) =>
  `${random.pick(voice.links)} ${random.pick(['👇', '⬇️', '👉', '↓', '🔗', '⤵️'])}`;
const emoji: Part = ({ random, person }) =>
  random.shuffled(traitsOf(person.niche).emoji).slice(0, random.int(1, 4)).join('');
const name: Part = ({ person }) => person.name.full;
const initials: Part = ({ person }) => person.name.given;
const since: Part = ({ random, person }) =>
  random.pick(['est. ', '© ', '⏳ ', '🗓️ ']) + String(2025 - Math.floor(person.ageWeeks / 52));
const age: Part = ({ random, person, years }) =>
  `${years} ${random.pick(['•', '|', '🎂', '·'])} ${person.country.code}`;
const close: Part = ({ random, voice }) => random.pick(voice.closers);
const outro: Part = ({ random, voice }) => random.pick(voice.outros);
/** The narrower niche has an English name only. */
const narrow: Part = ({ person, voice, words }) =>
  voice.language === 'eng' ? (traitsOf(person.niche).subs[person.sub]?.name ?? '') : words.name;
const passion: Part = (given) =>
  `${itemOf(given)} ${given.random.pick(['❤️', '🤍', '🖤', '♡', '>>>', '💯', '!'])}`;

const openings: readonly Part[] = [
  ready,
  ready,
  ready,
  motto,
  motto,
  items,
  subject,
  narrow,
  tags,
  name,
  passion,
];
const additions: readonly Part[] = [
  place,
  place,
  link,
  emoji,
  tags,
  since,
  age,
  close,
  outro,
  motto,
  items,
  initials,
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

const plain: Style['marked'] = (text) => text;
const led: Style['marked'] = (text, { random, person }) =>
  `${random.pick(traitsOf(person.niche).emoji)} ${text}`;
const followed: Style['marked'] = (text, { random, person }) =>
  `${text} ${random.pick(traitsOf(person.niche).emoji)}`;
const markers: readonly Style['marked'][] = [
  plain,
  plain,
  plain,
  led,
  followed,
  (text) => `✨ ${text}`,
  (text) => `- ${text}`,
  (text) => `▫️${text}`,
];
