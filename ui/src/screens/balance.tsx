import type { Entry } from '../api.ts';
import { formatNumber } from '../parts.tsx';

const width = 600;
const height = 120;
/** More points than pixels would not improve the line. */
const maxPoints = 600;

/** Draws the balance over time, as steps from entry to entry. */
export function BalanceLine({ entries }: { entries: readonly Entry[] }) {
  const [first] = entries;
  const last = entries.at(-1);
  if (!first || !last) return <p class="soft">The ledger has no entry yet.</p>;
  const highest = entries.reduce((max, { balance }) => Math.max(max, balance), 0) || 1;
  const duration = last.at - first.at;
  // Under a frozen clock all entries have one instant: then they are drawn at equal distances.
  const timeOf = (at: number, id: number) =>
    duration > 0
      ? ((at - first.at) / duration) * width
      : ((id - first.id) / (last.id - first.id || 1)) * width;
  const step = Math.ceil(entries.length / maxPoints);
  const points = entries
    .filter((_, n) => n % step === 0 || n === entries.length - 1)
    .map(({ at, id, balance }) => [timeOf(at, id), height - (balance / highest) * height] as const);
  const path = points.map(([x, y], n) => (n === 0 ? `M${x},${y}` : `H${x}V${y}`)).join('');
  return (
    <figure class="balance">
      <svg
        viewBox={`-2 -4 ${width + 4} ${height + 8}`}
        role="img"
        aria-label="The balance over time"
        preserveAspectRatio="none"
      >
        <path d={`${path}H${width}V${height}H0Z`} class="area" />
        <path d={`${path}H${width}`} class="line" />
      </svg>
      <figcaption class="soft">
        Balance now {formatNumber(last.balance)}, at most {formatNumber(highest)}.
      </figcaption>
    </figure>
  );
}
