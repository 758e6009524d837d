/**
 * An automaton of Aho and Corasick: finds any of several texts in a stream of characters. State 0 is the
 * start.
 */
export interface Automaton {
  /** The state after a piece of text; `found` once one of the texts has ended in it. */
  after(state: number, piece: string): number;
}

export const foundState = -1;

export function automaton(texts: readonly string[]): Automaton {
  /** One map for all states: a map for each would take half a kilobyte for every character. */
  const next = new Map<number, number>();
  const ends = [false];
  /** The state of the longest shorter text that also ends here. */
  const fallback: number[] = [];
  /** The moves to new states, by the length of the text so far. */
  const levels: Move[][] = [];
  for (const text of texts) insert(text);
  // Shorter beginnings come first, because a state needs the fallback of a shorter one.
  for (const level of levels)
    for (const { from, unit, to } of level) {
      const shorter = from === 0 ? 0 : step(fallback[from] as number, unit);
      fallback[to] = shorter;
      ends[to] ||= ends[shorter] as boolean;
    }

  return {
    after(state, piece) {
      let at = state;
      for (let index = 0; index < piece.length; index++) {
        at = step(at, piece.charCodeAt(index));
        if (ends[at]) return foundState;
      }
      return at;
    },
  };

  function insert(text: string): void {
    let from = 0;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      const known = next.get(moveOf(from, unit));
      const to = known ?? ends.push(false) - 1;
      if (known === undefined) {
        next.set(moveOf(from, unit), to);
        const level = levels[index] ?? [];
        levels[index] = level;
        level.push({ from, unit, to });
      }
      from = to;
    }
    ends[from] = true;
  }

  function step(state: number, unit: number): number {
    for (let at = state; ; at = fallback[at] as number) {
      const to = next.get(moveOf(at, unit));
      if (to !== undefined) return to;
      if (at === 0) return 0;
    }
  }
}

interface Move {
  from: number;
  unit: number;
  to: number;
}

const moveOf = (state: number, unit: number): number => state * 0x10000 + unit;
