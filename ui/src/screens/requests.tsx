import { useMemo } from 'preact/hooks';
import { goTo, setSearch, useSearch } from '../address.ts';
import { fetchAdmin } from '../api.ts';
import { formatCount, formatNumber } from '../format.ts';
import { useFoundRows } from '../found-rows.ts';
import { Button, download } from '../parts.tsx';
import { journalReading, type Row, rows, timesRead } from '../requests.ts';
import { runAction } from '../state.ts';
import { useStore } from '../store.ts';
import { FilterBar } from './filter-bar.tsx';
import { Overview } from './overview.tsx';
import { RequestPanel } from './request.tsx';
import { RequestTable } from './request-table.tsx';
import type { ScreenProps } from './screen.ts';

/** The requests as they arrive, newest first or in another order. */
export function Requests({ place }: ScreenProps) {
  const all = useStore(rows);
  const newestFirst = useMemo(() => all.toReversed(), [all]);
  const text = useSearch();
  const { rows: shown, problem, filter, sort } = useFoundRows(newestFirst, text);
  const open = Number(place[0] ?? 0);
  const read = useStore(timesRead);
  const show = (id: number) => goTo(id === 0 ? 'requests' : `requests/${id}`);
  return (
    <div class={open > 0 ? 'split' : 'split whole'}>
      <div class="list-part">
        <div class="toolbar">
          <Heading found={shown} all={all.length} />
          {(all.length > 0 || text !== '') && <FilterBar />}
          <Button onClick={() => saveHar(filter)}>save as HAR</Button>
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
function Heading({ found, all }: { found: readonly Row[]; all: number }) {
  const reading = useStore(journalReading);
  if (reading.state !== 'ready') return <h2>Requests</h2>;
  const { forgotten } = reading;
  return (
    <>
      <h2>
        {found.length === all
          ? formatCount(all, 'request')
          : `${formatNumber(found.length)} of ${formatCount(all, 'request')}`}
      </h2>
      <span class="soft">{formatCount(sumOfCredits(found), 'credit')}</span>
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

/** In thousandths, which stay exact. */
const sumOfCredits = (found: readonly Row[]): number =>
  found.reduce((sum, { credits }) => sum + Math.round(credits * 1000), 0) / 1000;

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
      </div>
    );
  if (all === 0) return <Overview />;
  return (
    <div class="empty">
      <p>None of the {formatCount(all, 'request')} matches.</p>
      <Button onClick={() => setSearch('')}>show all</Button>
    </div>
  );
}

const saveHar = (filter: string) =>
  runAction('Saved as HAR.', async () => {
    const query = new URLSearchParams(filter === '' ? {} : { filter });
    const reply = await fetchAdmin('get', `./requests.har?${query}`);
    download('creator-sandbox.har', await reply.text());
  });
