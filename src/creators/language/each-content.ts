import type { Figure, ItemOf } from './items.ts';
import { maxReach, type Parts } from './parts.ts';

type Range = ItemOf<'range'>;

/** The words of the clause that mean each single content: `always`, `never`, `every reel`, `no video under 5k views`. */
export function universalAt(parts: Parts, place: number, range: Range): number[] {
  const found = /^(?:never|not once)\b/.test(range.text) ? [place] : [];
  const isEnd = (at: number): boolean =>
    parts.at(at) === undefined || parts.is(at, 'comma', 'stop', 'contrast', 'wish', 'and', 'or');
  let first = place;
  while (place - first < maxReach && !isEnd(first - 1)) first -= 1;
  for (let at = first; at - place < maxReach && (at <= place || !isEnd(at)); at++) {
    const { kind, text = '' } = parts.at(at) ?? {};
    if (kind === 'always' || (kind === 'steady' && at === parts.before(place))) found.push(at);
    const ofContent = parts.is(parts.after(at, 'figure'), 'content');
    const isEach =
      /^(?:on |in )?every$/.test(text) || (/^(?:each|all)$/.test(text) && isOfEach(parts, at, place));
    if (ofContent && (isEach || (kind === 'not' && at < place))) found.push(at);
  }
  return found;
}

/** `each reel over 5k views`, `5k views on each reel`; `5k views each reel` is as usual. */
const isOfEach = (parts: Parts, at: number, place: number): boolean =>
  at < place || /^(?:on|in|with)$/.test(parts.at(at - 1)?.text ?? '');

/** Figures of a creator, not of each content. */
const ofCreator: ReadonlySet<Figure> = new Set(['followers', 'totalViews', 'contents', 'activity', 'score']);

/** The least of all contents is over a lower bound, the most under an upper one; a negation turns them. */
export function eachOf(
  parts: Parts,
  { from, to }: Range,
  figure: Figure,
  universal: readonly number[],
): 'min' | 'max' | 'unknown' | undefined {
  if (universal.length === 0 || ofCreator.has(figure)) return undefined;
  // `regularly over 5k views` is neither all of them nor the average
  if (universal.some((at) => parts.is(at, 'steady'))) return 'unknown';
  const isNegated = universal.some((at) => parts.is(at, 'not'));
  if ((from === undefined) === (to === undefined) || (isNegated && universal.length > 1)) return 'unknown';
  return (from === undefined) === isNegated ? 'min' : 'max';
}
