import { dayMs } from '../src/core/durations.ts';
import type { ClipContent } from '../src/creators/world/account.ts';
import { longId } from './ids.ts';
import { type Random, randomFor } from './random.ts';
import type { Voice } from './voice.ts';

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
  const title = random.pick(titlePatterns)(random.pick(songAdjectives), random.pick(songNouns));
  const song = {
    id: longId(random, 1_600_000_000_000 + index * dayMs),
    title,
    author: random.pick(artistPatterns)(random.pick(artistWords), random.pick(songNouns)),
    album: random.chance(0.55) ? random.pick(albumPatterns)(title, random.pick(songNouns)) : '',
  };
  songs.set(index, song);
  return song;
}

const songAdjectives =
  'Paper,Neon,Quiet,Salted,Borrowed,Velvet,Crooked,Lemon,Northern,Second,Hollow,Golden,Slow,Silver,Restless,Plastic'.split(
    ',',
  );
const songNouns =
  'Balconies,Weather,Tides,Lanterns,Kites,Mirrors,Engines,Orchards,Corridors,Postcards,Satellites,Umbrellas,Rooftops,Rivers,Windows,Matches'.split(
    ',',
  );
const artistWords =
  'Odile,Marrow,Kestrel,Juno Vale,Tamsin,Oru,Bellweather,Cassio,Niko Farrow,Lumen,Halden,Saffi,Pilar Moon,Yuto K,Amari Day,Vesper'.split(
    ',',
  );

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
