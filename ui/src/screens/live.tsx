import { useMemo } from 'preact/hooks';
import { fetchAdmin } from '../api.ts';
import { formatCount, formatNumber } from '../format.ts';
import { useFoundRows } from '../found-rows.ts';
import { Button, download } from '../parts.tsx';
import { journalReading, rows, timesRead } from '../requests.ts';
import { chosenKey, connected, runAction, search } from '../state.ts';
import { useStore } from '../store.ts';
import { FilterBar } from './filter-bar.tsx';
import { Overview } from './overview.tsx';
import { RequestPanel } from './request.tsx';
import { RequestTable } from './request-table.tsx';
import type { ScreenProps } from './screen.ts';

/** The requests as they arrive, newest first or in another order. */
export function Live({ place }: ScreenProps) {
  const key = useStore(chosenKey);
  const all = useStore(rows);
  const newestFirst = useMemo(
    () => (key === '' ? all : all.filter((row) => row.key === key)).toReversed(),
    [all, key],
  );
  const text = useStore(search);
  const { rows: shown, problem, filter, sort } = useFoundRows(newestFirst, text);
  const open = Number(place[0] ?? 0);
  const read = useStore(timesRead);
  const show = (id: number) => {
    location.hash = id === 0 ? '/live' : `/live/${id}`;
  };
  return (
    <div class={open > 0 ? 'split' : 'split whole'}>
      <div class="list-part">
        <div class="toolbar wrap">
          <Heading found={shown.length} all={all.length} />
          {(all.length > 0 || text !== '') && <FilterBar />}
          <Button onClick={() => saveHar(key, filter)}>save as HAR</Button>
        </div>
        {problem !== '' && (
          <p class="alert" role="alert">
            {problem}
          </p>
        )}
        {shown.length === 0 ? (
          <Nothing all={all.length} />
        ) : (
          <RequestTable shown={shown} sort={sort} open={open} show={show} />
        )}
      </div>
      {open > 0 && <RequestPanel key={`${open} ${read}`} id={open} close={() => show(0)} />}
    </div>
  );
}

/** How many requests there are, as far as it is known. */
function Heading({ found, all }: { found: number; all: number }) {
  const reading = useStore(journalReading);
  const isOn = useStore(connected);
  if (reading.state !== 'ready') return <h2>Requests</h2>;
  const { forgotten } = reading;
  return (
    <>
      <h2>
        {found === all
          ? formatCount(all, 'request')
          : `${formatNumber(found)} of ${formatCount(all, 'request')}`}
      </h2>
      {!isOn && <span class="alert">Not connected: these may be out of date.</span>}
      {forgotten > 0 && (
        <span
          class="soft"
          title="The journal keeps the latest 1,000 of each key, and as many in all as its setting says."
        >
          {formatCount(forgotten, 'older one')} forgotten
        </span>
      )}
    </>
  );
}

/** Why no request is shown. */
function Nothing({ all }: { all: number }) {
  const reading = useStore(journalReading);
  if (reading.state === 'off')
    return (
      <p class="empty">
        The journal is off, so no request is recorded. Start the sandbox with <code>--journal 20000</code>.
      </p>
    );
  if (reading.state === 'reading')
    return (
      <div class="empty" role="status" aria-busy="true">
        <p>Loading the requests … {reading.read === 0 ? '' : `${formatNumber(reading.read)} so far.`}</p>
        <div class="skeleton" aria-hidden="true" />
      </div>
    );
  if (all === 0) return <Overview />;
  return (
    <div class="empty">
      <p>None of the {formatCount(all, 'request')} matches.</p>
      <Button
        onClick={() => {
          search.set('');
          chosenKey.set('');
        }}
      >
        show all
      </Button>
    </div>
  );
}

const saveHar = (key: string, filter: string) =>
  runAction('Saved as HAR.', async () => {
    const query = new URLSearchParams({ ...(key !== '' && { key }), ...(filter !== '' && { filter }) });
    const reply = await fetchAdmin('get', `./requests.har?${query}`);
    download('creator-sandbox.har', await reply.text());
  });
