import type { Platform } from '../src/core/platforms.ts';
import { isReservedName } from '../src/core/reserved-names.ts';
import { idLetters } from './ids.ts';
import { traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { latin } from './person-name.ts';
import { type Random, randomFor } from './random.ts';
import { voiceOf } from './voices.ts';

/** The names of a person on the platforms, and the channel id on tube; empty where the person has no account. */
export interface Handles {
  clip: string;
  gram: string;
  tube: string;
  channelId: string;
}

/** Names in use; no two people share one. */
export type TakenNames = Record<Platform, Pick<Set<string>, 'has' | 'add'>>;

export const noneTaken = (): TakenNames => ({ clip: new Set(), gram: new Set(), tube: new Set() });

/** Most people use one name everywhere; some change a character, as if the name was taken. */
export function handlesFor(seed: number, person: Person, taken: TakenNames): Handles {
  const random = randomFor(seed, 'handles', person.index);
  const base = baseHandle(random, person);
  const one = (platform: keyof TakenNames): string =>
    person.on[platform]
      ? claimHandle(random, random.chance(0.62) ? base : variedHandle(random, base), taken[platform])
      : '';
  return {
    clip: one('clip'),
    gram: one('gram').replaceAll('-', '_'),
    tube: one('tube'),
    channelId: person.on.tube ? channelId(random) : '',
  };
}

/** The limit on most handles. Every platform accepts one of this length, even with some more characters. */
const maxHandleLength = 20;
const maxNumberedLength = 28;

function baseHandle(random: Random, person: Person): string {
  const { latinGiven: given, latinFamily: family } = person.name;
  const niche = traitsOf(person.niche);
  const local = voiceOf(person.languages[0] ?? 'eng').niches[person.niche].tags.filter(
    (tag) => tag === latin(tag) && tag.length <= 12,
  );
  const word = local.length > 0 && random.chance(0.4) ? random.pick(local) : random.pick(niche.handles);
  const initial = family.slice(0, 1);
  const patterns = [
    () => `${given}${word}`,
    () => `${given}.${word}`,
    () => `${given}_${word}`,
    () => `${word}.with.${given}`,
    () => `${word}by${given}`,
    () => `${given}${family}${random.int(1, 99)}`,
    () => `${given}.${family}.${word}`,
    () => `${given}${initial}.${word}`,
    () => `${word}${random.pick(['and', 'of', '4', 'n'])}${given}`,
    () => `its${given}.${word}`,
    () => `${family}.${word}`,
    () => `${word}_${family}_${given}`,
  ];
  const names = random.shuffled(patterns).map((pattern) => pattern());
  return names.find((name) => name.length <= maxHandleLength) ?? given.slice(0, maxHandleLength);
}

const variedHandle = (random: Random, base: string): string =>
  random.pick([
    () => base.replaceAll('.', '_'),
    () => base.replace(/[._]/g, ''),
    () => `${base}_`,
    () => `${base}.tv`,
    () => `${base}${random.int(2, 99)}`,
    () => `the.${base}`,
    () => `${base}.official`,
  ])();

/** Claims the name or, if it is taken, the name with a free number. */
function claimHandle(random: Random, preferred: string, taken: TakenNames[Platform]): string {
  let name = preferred.replace(/^[._]+|\.+$/g, '');
  for (let round = 1; taken.has(name) || isReservedName(name); round += 1) {
    const number = String(random.int(10, 10 ** Math.min(6, round + 1) - 1));
    name = preferred.slice(0, maxNumberedLength - number.length).replace(/[._]+$/, '') + number;
  }
  taken.add(name);
  return name;
}

function channelId(random: Random): string {
  const id = `UC${random.text(22, idLetters)}`;
  return isReservedName(id) ? channelId(random) : id;
}
