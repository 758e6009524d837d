import type { Item } from './items.ts';
import { maxReach, type Parts } from './parts.ts';

/**
 * Sets apart what a text says of whoever writes it: `We sell boots across Scandinavia.`, `our hotel in Rome wants …`,
 * `for our spring campaign`. It names no condition on creators.
 */
export function setAsides(parts: Parts): void {
  let start = 0;
  for (let end = 0; end <= parts.items.length; end++) {
    if (end < parts.items.length && !parts.is(end, 'stop')) continue;
    readSentence(parts, start, end);
    start = end + 1;
  }
  for (const [place, { text }] of [...parts.of('glue')]) if (text === 'for') readPurpose(parts, place);
  for (const [place, { text }] of parts.items.entries())
    if (text === 'because' || (wayToSell.test(text) && parts.at(place - 1)?.text === 'to'))
      readReason(parts, place);
  for (const [place] of [...parts.of('ask', 'client')])
    parts.items[place] = { kind: 'glue', text: parts.at(place)?.text ?? '' };
  for (const [place] of [...parts.of('purpose')])
    parts.items[place] = { kind: 'harmless', text: parts.at(place)?.text ?? '' };
}

/** Words about creators, never about a client. */
const ofCreators: readonly Item['kind'][] = [
  'creator',
  'figure',
  'platform',
  'verified',
  'audience',
  'sponsored',
  'content',
  'active',
  'not',
  'notList',
];

function readSentence(parts: Parts, start: number, end: number): void {
  const places = Array.from({ length: end - start }, (_, at) => start + at);
  const client = places.find((place) => parts.is(place, 'client'));
  const ask = places.find((place) => place > (client ?? end) && parts.is(place, 'ask'));
  if (client === undefined) return;
  const before = places.filter((place) => place < (ask ?? end));
  const telling =
    ask === undefined
      ? ofCreators
      : ofCreators.filter((kind) => kind !== 'sponsored' && kind !== 'active' && kind !== 'content');
  if (!before.some((place) => parts.is(place, ...telling))) for (const place of before) aside(parts, place);
  for (const place of places) if (parts.is(place, 'word') && !isTopic(parts, place)) aside(parts, place);
}

/** `knitting creators`, `about knitting`: what creators make is no aside, though nobody knows the word. */
const isTopic = (parts: Parts, place: number): boolean =>
  parts.is(parts.after(place, 'word', 'niche'), 'creator', 'platform', 'content') ||
  /^(?:about|on|into)$/.test(parts.at(place - 1)?.text ?? '') ||
  (/^(?:do|create|make)/.test(parts.at(place - 1)?.text ?? '') &&
    parts.items.slice(0, place).some(({ kind }) => kind === 'creator'));

/** `for a debut novel campaign`, `for our new shop in Rome`. */
function readPurpose(parts: Parts, place: number): void {
  if (
    !/^(?:a|an|the|our|my|their|this)$/.test(parts.at(place + 1)?.text ?? '') &&
    !parts.is(place + 1, 'client')
  )
    return;
  for (let at = place + 2; at < place + 9; at++) {
    if (
      parts.at(at) === undefined ||
      parts.is(at, 'creator', 'figure', 'audience', 'stop', 'comma', 'number', 'platform', 'gender', 'age')
    )
      return;
    if (!parts.is(at, 'purpose')) continue;
    for (let each = place; each <= at; each++) aside(parts, each);
    return;
  }
}

const wayToSell = /^(?:promote|advertise|market|sell|launch|announce)$/;

/** `to promote our hotel in Greece`, `because we can't afford them`: until something is said of creators. */
function readReason(parts: Parts, place: number): void {
  if (!parts.is(place + 1, 'client')) return;
  for (let at = place; at - place < maxReach && parts.at(at) && !parts.is(at, 'stop', 'comma'); at++) {
    if (parts.is(at, 'creator', 'figure', 'audience', 'number', 'platform', 'gender', 'age', 'contrast'))
      return;
    if (/^(?:with|who|whose|and)$/.test(parts.at(at)?.text ?? '')) return;
    aside(parts, at);
  }
}

const aside = (parts: Parts, place: number): void => {
  if (parts.is(place, 'ask', 'client')) return;
  parts.items[place] = { kind: 'aside', text: parts.at(place)?.text ?? '' };
};
