import { formatTerm, parseSearch } from '../../src/core/list-filter.ts';

/** A piece of a search as a person may take it away: a term, a word, the order or the limit. */
export type Piece = string;

/** The pieces of a search, in the language of filters. A text that is no search is one piece. */
export function piecesOf(text: string): Piece[] {
  if (text.trim() === '') return [];
  try {
    const { words, filter } = parseSearch(text);
    const { terms, sort, limit } = filter;
    return [
      ...words,
      ...terms.map(formatTerm),
      ...(sort ? [`sort=${sort.isDescending ? '-' : ''}${sort.member}`] : []),
      ...(limit === undefined ? [] : [`limit=${limit}`]),
    ];
  } catch {
    return [text];
  }
}

export const hasPiece = (text: string, piece: Piece): boolean => piecesOf(text).includes(piece);

/** The search without a piece that it has, or with one that it does not have. */
export function togglePiece(text: string, piece: Piece): string {
  const pieces = piecesOf(text);
  const rest = pieces.filter((each) => each !== piece);
  return (rest.length < pieces.length ? rest : [...pieces, piece]).join(' ');
}

/** The search in the next order of a member: the largest first, the smallest first, none. */
export function toggleSort(text: string, member: string): string {
  const [down, up] = [`sort=-${member}`, `sort=${member}`];
  const pieces = piecesOf(text);
  const rest = pieces.filter((each) => !each.startsWith('sort='));
  const next = pieces.includes(down) ? [up] : pieces.includes(up) ? [] : [down];
  return [...rest, ...next].join(' ');
}
