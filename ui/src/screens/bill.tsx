import { useState } from 'preact/hooks';
import { type BillOrder, groupBill } from '../bill-groups.ts';
import { formatCount, formatNumber } from '../format.ts';
import { Section, Table } from '../parts.tsx';
import { bill, report, search } from '../state.ts';
import { useStore } from '../store.ts';
import { FlameChart } from './flame.tsx';
import { ForecastPanel } from './forecast.tsx';

const orders: readonly (readonly [BillOrder, string, heading: string])[] = [
  ['test', 'By test', 'Test'],
  ['line', 'By line', 'Line of your code'],
  ['operation', 'By operation', 'Operation'],
];

/** The bill of the requests so far, and the forecast for more of them. */
export function BillScreen() {
  const paid = useStore(bill);
  const known = useStore(report);
  const [chosen, setChosen] = useState<BillOrder>();
  if (!paid || !known) return <p class="empty">The bill appears here once the requests are counted.</p>;
  const order = chosen ?? firstKnown(paid);
  const whole = groupBill(paid, order);
  const heading = orders.find(([id]) => id === order)?.[2] ?? '';
  return (
    <>
      <div class="toolbar wrap">
        <h2>
          {formatCount(paid.credits, 'credit')} in {formatCount(paid.calls, 'call')}
        </h2>
        <fieldset class="group" aria-label="Divide the bill">
          {orders.map(([id, title]) => (
            <button
              key={id}
              type="button"
              class="chip"
              aria-pressed={id === order}
              onClick={() => setChosen(id)}
            >
              {title}
            </button>
          ))}
        </fieldset>
      </div>
      {paid.credits === 0 ? (
        <p class="empty">No call was paid yet.</p>
      ) : (
        <div class="columns">
          <FlameChart key={order} whole={whole} />
          <SpentTable heading={heading} parts={whole.parts} total={paid.credits} />
        </div>
      )}
      <Section title="What more such runs will cost">
        <ForecastPanel />
      </Section>
    </>
  );
}

/** By test where tests have names, else by line where these are known, else by operation. */
function firstKnown({ tests }: NonNullable<typeof bill.value>): BillOrder {
  if (tests.some(({ test }) => test !== null)) return 'test';
  return tests.some(({ callSites }) => callSites.some(({ callSite }) => callSite !== null))
    ? 'line'
    : 'operation';
}

const maxShown = 200;

interface SpentProps {
  heading: string;
  parts: ReturnType<typeof groupBill>['parts'];
  total: number;
}

function SpentTable({ heading, parts, total }: SpentProps) {
  const text = useStore(search).toLowerCase();
  const found = parts.filter(({ name }) => name.toLowerCase().includes(text));
  return (
    <div>
      <Table label={`Credits by ${heading.toLowerCase()}`} head={[heading, '#Calls', '#Credits', '#Share']}>
        {found.slice(0, maxShown).map(({ name, calls, credits }) => (
          <tr key={name}>
            <td class="long">{name}</td>
            <td class="number">{formatNumber(calls)}</td>
            <td class="number">{formatNumber(credits)}</td>
            <td class="number">{formatNumber(Math.round((credits / total) * 1000) / 10)} %</td>
          </tr>
        ))}
      </Table>
      {found.length > maxShown && (
        <p class="soft">
          The dearest {maxShown} of {formatNumber(found.length)}; the search finds the others.
        </p>
      )}
    </div>
  );
}
