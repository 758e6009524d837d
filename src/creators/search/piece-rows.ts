import { rowsPerStep, type Steps } from '../../core/steps.ts';
import { addUp, advance, type WholeNumbers, wholeNumbers } from './growing.ts';

/** The rows of each piece of text, ascending: those of piece p are from `starts[p]` to `starts[p + 1]`. */
export interface PieceRows {
  starts: Uint32Array;
  rows: WholeNumbers;
}

/** Texts as the numbers of their pieces: those of row r are from `starts[r]` to `starts[r + 1]`. */
export interface WrittenTexts {
  written: WholeNumbers;
  starts: Uint32Array;
}

/** @param pieces how many there are */
export function* rowsOfPieces({ written, starts }: WrittenTexts, pieces: number): Steps<PieceRows> {
  const size = starts.length - 1;
  const pieceStarts = new Uint32Array(pieces + 1);
  yield* eachPiece((piece) => advance(pieceStarts, piece + 1));
  addUp(pieceStarts);
  const next = pieceStarts.slice();
  const rows = wholeNumbers(pieceStarts[pieces] as number, size);
  yield* eachPiece((piece, row) => {
    rows[advance(next, piece)] = row;
  });
  return { starts: pieceStarts, rows };

  /** Calls back once for each row and piece. */
  function* eachPiece(take: (piece: number, row: number) => void): Steps<void> {
    /** The last row of each piece, plus 1. */
    const last = new Uint32Array(pieces);
    for (let row = 0; row < size; row++) {
      if (row % textsPerYield === 0) yield;
      const end = starts[row + 1] as number;
      for (let at = starts[row] as number; at < end; at++) {
        const piece = written[at] as number;
        if (last[piece] === row + 1) continue;
        last[piece] = row + 1;
        take(piece, row);
      }
    }
  }
}

/** A text has some ten pieces. */
const textsPerYield = rowsPerStep / 8;

/** Merging more rows would block for too long. */
const maxMerged = 1 << 20;

/** @returns the rows that any of the pieces has, in any order, each once; undefined if they are too many to merge */
export function rowsWithAny({ starts, rows }: PieceRows, size: number) {
  /** Zeros between two calls: a new array for each would cost more than the rows of most words. */
  let marks: Uint8Array | undefined;
  return (pieces: Iterable<number>): WholeNumbers | undefined => {
    const lists = Array.from(pieces, (piece) => rows.subarray(starts[piece], starts[piece + 1]));
    const [only, ...rest] = lists;
    if (!only || rest.length === 0) return only ?? rows.subarray(0, 0);
    const total = lists.reduce((sum, { length }) => sum + length, 0);
    if (total > maxMerged) return undefined;
    marks ??= new Uint8Array(size);
    const found = new Uint32Array(total);
    let count = 0;
    for (const list of lists)
      for (let at = 0; at < list.length; at++) {
        const row = list[at] as number;
        if (marks[row] === 1) continue;
        marks[row] = 1;
        found[count++] = row;
      }
    for (let at = 0; at < count; at++) marks[found[at] as number] = 0;
    return found.subarray(0, count);
  };
}
