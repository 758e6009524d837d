/**
 * An automaton of Aho and Corasick: finds any of several texts in a stream of characters. State 0 is the
 * start.
 */
export interface Automaton {
  /** The state after a piece of text; `found` once one of the texts has ended in it. */
  after(state: number, piece: string): number;
}

export const found = -1;

export function automaton(texts: readonly string[]): Automaton {
  const nodes: Node[] = [node()];
  for (const text of texts) insert(nodes, text);
  link(nodes);
  return {
    after(state, piece) {
      let at = state;
      for (let index = 0; index < piece.length; index++) {
        at = step(nodes, at, piece.charCodeAt(index));
        if (nodes[at]?.ends) return found;
      }
      return at;
    },
  };
}

interface Node {
  next: Map<number, number>;
  /** The state of the longest shorter text that also ends here. */
  fallback: number;
  ends: boolean;
}

const node = (): Node => ({ next: new Map(), fallback: 0, ends: false });

function insert(nodes: Node[], text: string): void {
  let at = nodes[0] as Node;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const known = at.next.get(unit) ?? nodes.push(node()) - 1;
    at.next.set(unit, known);
    at = nodes[known] as Node;
  }
  at.ends = true;
}

/** Breadth first, so the fallback of a state is complete before the state. */
function link(nodes: Node[]): void {
  const queue = [...(nodes[0] as Node).next.values()];
  for (const state of queue) {
    const here = nodes[state] as Node;
    for (const [unit, next] of here.next) {
      const fallback = step(nodes, here.fallback, unit);
      const child = nodes[next] as Node;
      child.fallback = fallback;
      child.ends ||= (nodes[fallback] as Node).ends;
      queue.push(next);
    }
  }
}

function step(nodes: readonly Node[], state: number, unit: number): number {
  for (let at = state; ; at = (nodes[at] as Node).fallback) {
    const next = (nodes[at] as Node).next.get(unit);
    if (next !== undefined) return next;
    if (at === 0) return 0;
  }
}
