import type { Numbers, Part, Parts } from '../world/index-parts.ts';

/** Reads the parts of an index or column, each once, when first asked for. */
export interface PartsOf {
  part(name: string): Part;
  numbers(name: string): Numbers;
  texts(name: string): readonly string[];
  /** The parts whose names begin with `name/`. */
  of(name: string): PartsOf;
}

export function partsOf(read: (name: string) => Part): PartsOf {
  const known = new Map<string, Part>();
  const part = (name: string): Part => {
    const found = known.get(name) ?? read(name);
    known.set(name, found);
    return found;
  };
  return {
    part,
    numbers: (name) => part(name) as Numbers,
    texts: (name) => part(name) as readonly string[],
    of: (name) => partsOf((inner) => part(`${name}/${inner}`)),
  };
}

export const partsIn = (parts: Parts): PartsOf =>
  partsOf((name) => {
    const part = parts.get(name);
    if (!part) throw new Error(`no part ${name}`);
    return part;
  });

/** Makes the parts of an index from its subjects. */
export interface IndexBuilder<Subject> {
  add(subject: Subject): void;
  parts(): Generator<[string, Part], void, undefined>;
}
