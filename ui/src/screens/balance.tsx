import type { Entry } from '../api.ts';
import { Chart } from '../chart.tsx';
import { formatNumber, instant } from '../format.ts';

/** More points than pixels would not improve the line. */
const maxPoints = 600;

/** Draws the balance over time, as steps from entry to entry. */
export function BalanceLine({ entries }: { entries: readonly Entry[] }) {
  const [first] = entries;
  const last = entries.at(-1);
  if (!first || !last) return <p class="soft">The ledger has no entry yet.</p>;
  const highest = entries.reduce((max, { balance }) => Math.max(max, balance), 0);
  const duration = last.at - first.at;
  // Under a frozen clock all entries have one instant: then they are drawn at equal distances.
  const partOf = ({ at, id }: Entry) =>
    duration > 0 ? (at - first.at) / duration : (id - first.id) / (last.id - first.id || 1);
  const step = Math.ceil(entries.length / maxPoints);
  const points = entries.filter((_, n) => n % step === 0 || n === entries.length - 1);
  const ticks =
    duration > 0
      ? [0, 0.25, 0.5, 0.75, 1].map((part) => ({
          part,
          text: instant(first.at + part * duration).slice(5, 16),
        }))
      : [
          { part: 0, text: `entry ${first.id}` },
          { part: 1, text: `entry ${last.id}` },
        ];
  return (
    <figure class="balance">
      <Chart label="The balance over time" unit="credits" largest={highest} ticks={ticks} height={160}>
        {({ x, y, right, bottom }) => {
          const path = points
            .map((entry, n) =>
              n === 0
                ? `M${x(partOf(entry))},${y(entry.balance)}`
                : `H${x(partOf(entry))}V${y(entry.balance)}`,
            )
            .join('');
          return (
            <>
              <path d={`${path}H${right}V${bottom}H${x(0)}Z`} class="area" />
              <path d={`${path}H${right}`} class="curve" />
            </>
          );
        }}
      </Chart>
      <figcaption class="soft">
        Balance now {formatNumber(last.balance)}, at most {formatNumber(highest)}.
      </figcaption>
    </figure>
  );
}
