import { type Static, Type } from '@sinclair/typebox';
import { dayMs } from '../src/core/durations.ts';
import type { ClipContent } from '../src/creators/world/account.ts';
import data from './data/songs.json' with { type: 'json' };
import { longId } from './ids.ts';
import { type Random, randomFor } from './random.ts';
import type { Voice } from './voice.ts';

const Words = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 });

/** The schema of `data/songs.json`: words of invented titles, and invented artists. */
export const SongWords = Type.Object(
  { adjectives: Words, nouns: Words, artists: Words },
  { additionalProperties: false },
);

const { adjectives, nouns, artists }: Static<typeof SongWords> = data;

type Sound = ClipContent['audio'];

/**
 * The sound of a content: for about half of all contents an original sound of the creator, otherwise a song that
 * several creators use.
 */
export function soundOf(
  random: Random,
  voice: Voice,
  handle: string,
  person: { name: { full: string } },
): Sound {
  if (random.chance(0.52)) {
    return {
      id: longId(random, 1_700_000_000_000 + random.int(0, 60_000_000) * 1000),
      title: `${voice.originalSound} - ${handle}`,
      author: person.name.full,
      album: '',
    };
  }
  return songAt(Math.floor(random.unit() * random.unit() * songCount));
}

const songCount = 240;
const songs = new Map<number, Sound>();

/** The same songs in every world; the first ones are the most popular. Artists and titles are invented. */
function songAt(index: number): Sound {
  const known = songs.get(index);
  if (known) return known;
  const random = randomFor(0, 'song', index);
  const title = random.pick(titlePatterns)(random.pick(adjectives), random.pick(nouns));
  const song = {
    id: longId(random, 1_600_000_000_000 + index * dayMs),
    title,
    author: random.pick(artistPatterns)(random.pick(artists), random.pick(nouns)),
    album: random.chance(0.55) ? random.pick(albumPatterns)(title, random.pick(nouns)) : '',
  };
  songs.set(index, song);
  return song;
}

const titlePatterns = [
  (adjective: string, noun: string) => `${adjective} ${noun}`,
  (adjective: string, noun: string) => `${noun} (${adjective.toLowerCase()} version)`,
  (_adjective: string, noun: string) => `Dancing with ${noun}`,
  (adjective: string, _noun: string) => `${adjective} Hours`,
  (adjective: string, noun: string) => `${noun} After ${adjective}`,
];

const artistPatterns = [
  (name: string, _noun: string) => name,
  (name: string, _noun: string) => name,
  (name: string, noun: string) => `${name} & the ${noun}`,
  (_name: string, noun: string) => `${noun} Club`,
];

const albumPatterns = [
  (title: string, _noun: string) => title,
  (_title: string, noun: string) => `${noun}, Vol. 1`,
  (_title: string, noun: string) => `Songs for ${noun}`,
];
