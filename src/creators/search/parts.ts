import type { IndexPart, IndexParts, Numbers } from '../world/index-parts.ts';

/** The parts of an index or column; each is read once, when first asked for. */
export interface PartSource {
  part(name: string): IndexPart;
  numbers(name: string): Numbers;
  texts(name: string): readonly string[];
  /** The parts whose names begin with `name/`. */
  of(name: string): PartSource;
}

export function partSource(read: (name: string) => IndexPart): PartSource {
  const known = new Map<string, IndexPart>();
  const part = (name: string): IndexPart => {
    const found = known.get(name) ?? read(name);
    known.set(name, found);
    return found;
  };
  return {
    part,
    numbers: (name) => part(name) as Numbers,
    texts: (name) => part(name) as readonly string[],
    of: (name) => partSource((inner) => part(`${name}/${inner}`)),
  };
}

export const partsInMap = (parts: IndexParts): PartSource =>
  partSource((name) => parts.get(name) as IndexPart);

/** Makes the parts of an index from its subjects. */
export interface IndexBuilder<Subject> {
  add(subject: Subject): void;
  parts(): Generator<[string, IndexPart], void, undefined>;
}
