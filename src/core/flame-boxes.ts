/** A part of a sum, and its own parts. */
export interface FlameNode {
  readonly name: string;
  readonly credits: number;
  readonly parts: readonly FlameNode[];
}

/** A box of a flame chart: as wide as its share of the whole, below the box that it is a part of. */
export interface FlameBox {
  readonly name: string;
  readonly credits: number;
  /** 0 = the whole. */
  readonly depth: number;
  /** Percent of the whole. */
  readonly left: number;
  readonly width: number;
}

/** Boxes too narrow to be seen are left out. */
const minWidth = 0.1;

/** The boxes of a node and its parts, from left to right in the order of the parts. */
export function flameBoxes(whole: FlameNode): FlameBox[] {
  const boxes: FlameBox[] = [];
  const add = ({ name, credits, parts }: FlameNode, depth: number, left: number): number => {
    const width = whole.credits === 0 ? 0 : (credits / whole.credits) * 100;
    if (width < minWidth) return width;
    boxes.push({ name, credits, depth, left: toThousandths(left), width: toThousandths(width) });
    let place = left;
    for (const part of parts) place += add(part, depth + 1, place);
    return width;
  };
  add(whole, 0, 0);
  return boxes;
}

const toThousandths = (percent: number): number => Math.round(percent * 1000) / 1000;
