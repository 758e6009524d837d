import { useEffect, useMemo, useState } from 'preact/hooks';
import { mayCall } from '../../access.tsx';
import { formatNumber, instant } from '../../format.ts';
import { Button } from '../../parts.tsx';
import { journalReading, type Row, rows } from '../../requests.ts';
import { chosenKey, connected } from '../../state.ts';
import { useStore } from '../../store.ts';
import { answerInWords } from '../../words.ts';
import { ForkHere } from './fork-here.tsx';
import { MomentBefore } from './moment.tsx';
import './time.css';

/** The address of a request on the slider. */
export const timeHref = (id: number): string => `#/live/${id}/time`;

/** The run on a slider: at each request, the state just before it, and what would follow under other settings. */
export function Time({ id }: { id: number }) {
  const key = useStore(chosenKey);
  const all = useStore(rows);
  const isOn = useStore(connected);
  const { state } = useStore(journalReading);
  const run = useMemo(() => (key === '' ? all : all.filter((row) => row.key === key)), [all, key]);
  const found = run.findIndex((row) => row.id >= id);
  const place = found < 0 ? run.length - 1 : found;
  const row = run[place];
  const last = run.length - 1;
  const go = (to: number) => {
    const next = run[Math.max(0, Math.min(last, to))];
    // Each step of a slider would be a step back in the history of the tab.
    if (next) location.replace(timeHref(next.id));
  };
  if (!row)
    return (
      <>
        <h2>Time</h2>
        {state === 'reading' ? (
          <p class="empty" role="status" aria-busy="true">
            Loading the requests …
          </p>
        ) : state === 'off' ? (
          <p class="empty">The journal is off, so there is no run to go back in.</p>
        ) : (
          <p class="empty">No request yet: the slider has nowhere to go.</p>
        )}
      </>
    );
  return (
    <>
      <div class="toolbar wrap">
        <h2>Time</h2>
        <a href={`#/live/${row.id}`}>request {row.id}</a>
        {!isOn && <span class="alert">Not connected: this may be out of date.</span>}
      </div>
      <div class="slider">
        <Button label="One request back" disabled={place === 0} onClick={() => go(place - 1)}>
          ‹
        </Button>
        <input
          type="range"
          min={1}
          max={run.length}
          value={place + 1}
          aria-label="Request of the run"
          aria-valuetext={`${place + 1} of ${run.length}: ${rowInWords(row)}`}
          onInput={(event) => go(Number(event.currentTarget.value) - 1)}
        />
        <Button label="One request on" disabled={place === last} onClick={() => go(place + 1)}>
          ›
        </Button>
        <output class="slider-text">
          <b>
            {formatNumber(place + 1)} of {formatNumber(run.length)}
          </b>{' '}
          {rowInWords(row)}
        </output>
      </div>
      {mayCall('GET /moments/:request') ? (
        <Played row={row} />
      ) : (
        <p class="alert">This token may not play the run again.</p>
      )}
    </>
  );
}

/** What rests on the run that is played again: when the slider has come to rest. */
function Played({ row }: { row: Row }) {
  const [at, setAt] = useState(row);
  useEffect(() => {
    const timer = setTimeout(() => setAt(row), 150);
    return () => clearTimeout(timer);
  }, [row.id]);
  return (
    <div class="columns">
      <MomentBefore id={at.id} isMoving={at.id !== row.id} />
      <ForkHere row={row} />
    </div>
  );
}

const rowInWords = (row: Row): string =>
  `${instant(row.at)} ${row.method} ${row.operation ?? row.url.split('?')[0]}${row.about === null ? '' : ` ${row.about}`}: ${row.status} ${answerInWords(row.status, row.errorCode)}, ${formatNumber(row.credits)} ${row.credits === 1 ? 'credit' : 'credits'}`;
