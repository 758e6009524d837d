import { useState } from 'preact/hooks';
import type { BillNode } from '../../../src/core/bill-nodes.ts';
import { flameBoxes } from '../../../src/core/flame-boxes.ts';
import { formatCount, formatNumber } from '../format.ts';
import { Button } from '../parts.tsx';
import { search } from '../state.ts';
import { useStore } from '../store.ts';

const rowHeight = 1.75;
/** In percent: a narrower box has no room for a word. The line below the chart says its name. */
const minTextWidth = 4;

/** A tree of credits: each box is as wide as its share. Arrows move, Enter makes a box the whole, Escape goes back. */
export function FlameChart({ whole }: { whole: BillNode }) {
  const text = useStore(search).toLowerCase();
  const [path, setPath] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const trail = trailOf(whole, path);
  const shown = trail.at(-1) ?? whole;
  const boxes = flameBoxes(shown);
  const cursor = Math.min(chosen, boxes.length - 1);
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  const pathOf = (at: number) => boxPath(boxes, at);
  const zoom = (to: readonly string[]) => {
    setPath(to);
    setChosen(0);
  };
  const open = (at: number) => zoom([...path, ...pathOf(at).slice(1)]);
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(cursor);
    else if (event.key === 'Escape') zoom(path.slice(0, -1));
    else {
      const next = neighbourOf(boxes, cursor, event.key);
      if (next === undefined) return;
      setChosen(next);
    }
    event.preventDefault();
  };
  const box = boxes[cursor];
  return (
    <div>
      {path.length > 0 && (
        <p class="toolbar wrap">
          {trail.slice(0, -1).map(({ name }, n) => (
            <Button key={`${n} ${name}`} onClick={() => zoom(path.slice(0, n))}>
              ← {name}
            </Button>
          ))}
        </p>
      )}
      <div
        class="flame"
        role="tree"
        aria-label="Where the credits went"
        tabIndex={0}
        aria-activedescendant={`flame-${cursor}`}
        style={{ height: `${rows * rowHeight}rem` }}
        onKeyDown={move}
      >
        {boxes.map(({ name, credits, depth, left, width }, n) => (
          // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the tree names it
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
          <div
            key={pathOf(n).join('\n')}
            id={`flame-${n}`}
            role="treeitem"
            aria-level={depth + 1}
            aria-selected={n === cursor}
            aria-label={`${name}: ${formatCount(credits, 'credit')}`}
            class={`box d${depth % 4}${name.toLowerCase().includes(text) ? '' : ' faint'}${n === cursor ? ' cursor' : ''}`}
            title={`${name}: ${formatCount(credits, 'credit')}`}
            style={{ left: `${left}%`, width: `${width}%`, top: `${depth * rowHeight}rem` }}
            onClick={() => (n === cursor ? open(n) : setChosen(n))}
          >
            {width >= minTextWidth && (
              <>
                {name} <span class="soft">{formatNumber(credits)}</span>
              </>
            )}
          </div>
        ))}
      </div>
      <p class="flame-says" role="status">
        <b>{pathOf(cursor).slice(-1)}</b>
        {box &&
          `: ${formatCount(box.credits, 'credit')}, ${formatNumber(Math.round((box.credits / whole.credits) * 1000) / 10)} % of all`}
        {pathOf(cursor).length > 2 && <span class="soft"> in {pathOf(cursor).slice(1, -1).join(' › ')}</span>}
      </p>
      <p class="soft">
        Each box is as wide as its share of the credits, and stands below what it is a part of. Arrows move,
        Enter or a second click makes a box the whole, Escape goes back.
      </p>
    </div>
  );
}

/** The nodes from the whole to the end of a path; it ends earlier if the bill has changed. */
function trailOf(whole: BillNode, path: readonly string[]): BillNode[] {
  const trail = [whole];
  for (const name of path) {
    const next: BillNode | undefined = trail.at(-1)?.parts.find((part) => part.name === name);
    if (!next) break;
    trail.push(next);
  }
  return trail;
}

type Boxes = ReturnType<typeof flameBoxes>;

/** The names from the whole to a box. Boxes come in the order of the tree. */
function boxPath(boxes: Boxes, at: number): string[] {
  const names: string[] = [];
  let wanted = boxes[at]?.depth ?? -1;
  for (let n = at; n >= 0 && wanted >= 0; n--) {
    const box = boxes[n];
    if (box?.depth !== wanted) continue;
    names.unshift(box.name);
    wanted--;
  }
  return names;
}

function neighbourOf(boxes: Boxes, at: number, key: string): number | undefined {
  const depth = boxes[at]?.depth ?? 0;
  const indexes = boxes.map((_, n) => n);
  const first = (isFound: (n: number) => boolean) => indexes.find(isFound);
  const last = (isFound: (n: number) => boolean) => indexes.findLast(isFound);
  const depthOf = (n: number) => boxes[n]?.depth;
  switch (key) {
    case 'ArrowDown':
      return depthOf(at + 1) === depth + 1 ? at + 1 : undefined;
    case 'ArrowUp':
      return last((n) => n < at && depthOf(n) === depth - 1);
    case 'ArrowRight':
      return first((n) => n > at && depthOf(n) === depth);
    case 'ArrowLeft':
      return last((n) => n < at && depthOf(n) === depth);
    case 'Home':
      return 0;
    default:
      return undefined;
  }
}
