import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCallSite } from '../../../src/core/call-site.ts';
import { fetchAdmin } from '../api.ts';
import { useFoundRows } from '../found-rows.ts';
import { isTyping } from '../frame.tsx';
import { useWindow } from '../listen.ts';
import { Badge, Button, download, formatCount, formatNumber, Status, timeOfDay } from '../parts.tsx';
import { type Row, rows } from '../requests.ts';
import { chosenKey, decisions, isMisleading, runAction, search, useNameOf, useServiceUrl } from '../state.ts';
import { useStore } from '../store.ts';
import { RequestPanel } from './request.tsx';
import type { ScreenProps } from './screen.ts';

const rowHeight = 34;
/** Rows drawn beyond the visible ones, so that a fast scroll shows no gap. */
const spare = 20;

/** The requests as they arrive, newest first. */
export function Live({ place }: ScreenProps) {
  const key = useStore(chosenKey);
  const [refused, setRefused] = useState(false);
  const newestFirst = useStore(rows)
    .filter((row) => (key === '' || row.key === key) && (!refused || row.status >= 400))
    .reverse();
  useNameOf();
  const { rows: shown, problem, filter } = useFoundRows(newestFirst, useStore(search));
  const open = Number(place[0] ?? 0);
  const show = (id: number) => {
    location.hash = id === 0 ? '/live' : `/live/${id}`;
  };
  useWindow('keydown', (event) => {
    if (isTyping(event.target)) return;
    const at = shown.findIndex(({ id }) => id === open);
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const next = step === undefined ? undefined : shown[Math.max(0, at + step)];
    if (event.key === 'Escape') show(0);
    if (!next) return;
    event.preventDefault();
    show(next.id);
  });
  return (
    <div class={open > 0 ? 'split' : 'split whole'}>
      <div class="list-part">
        <div class="toolbar">
          <h2>{formatCount(shown.length, 'request')}</h2>
          <Button onClick={() => setRefused(!refused)}>{refused ? 'show all' : 'only refused'}</Button>
          <Button onClick={() => saveHar(key, filter)}>save as HAR</Button>
          {problem !== '' && <span role="alert">{problem}</span>}
        </div>
        {shown.length === 0 ? <Empty /> : <Rows shown={shown} open={open} show={show} />}
      </div>
      {open > 0 && <RequestPanel key={open} id={open} close={() => show(0)} />}
    </div>
  );
}

const saveHar = (key: string, filter: string) =>
  runAction('Saved as HAR.', async () => {
    const query = new URLSearchParams({ ...(key !== '' && { key }), ...(filter !== '' && { filter }) });
    const reply = await fetchAdmin('get', `./requests.har?${query}`);
    download('creator-sandbox.har', await reply.text());
  });

function Empty() {
  const base = useServiceUrl();
  return (
    <div class="empty">
      <p>No requests yet. Send one, and it appears here at once:</p>
      <pre class="code">{`curl -H 'api-key: demo-full' '${base}/usage'`}</pre>
      <p>
        Or send one from the <a href="#/api">API</a>.
      </p>
    </div>
  );
}

interface RowsProps {
  shown: readonly Row[];
  open: number;
  show: (id: number) => void;
}

/** The list. The page contains only the visible rows. */
function Rows({ shown, open, show }: RowsProps) {
  const nameOf = useNameOf();
  useStore(decisions);
  const box = useRef<HTMLElement>(null);
  const [{ top, height }, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const measure = () =>
      box.current &&
      setView({ top: box.current.scrollTop, height: Math.min(box.current.clientHeight, 4_000) });
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  useEffect(() => {
    const at = shown.findIndex(({ id }) => id === open) * rowHeight;
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    if (open > 0 && at >= 0 && (at < scrollTop || at > scrollTop + clientHeight - rowHeight))
      box.current?.scrollTo({ top: at - clientHeight / 2 });
  }, [open]);
  // New rows are added above; the visible ones stay in place.
  const newest = shown[0]?.id ?? 0;
  const known = useRef(newest);
  useLayoutEffect(() => {
    const above = shown.findIndex(({ id }) => id === known.current);
    known.current = newest;
    if (above > 0 && (box.current?.scrollTop ?? 0) > 0) box.current?.scrollBy({ top: above * rowHeight });
  }, [newest]);
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.min(shown.length, Math.ceil((top + height) / rowHeight) + spare);
  return (
    <section
      class="rows"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus scrolls by keys
      tabIndex={0}
      aria-label="Requests, newest first"
      onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height })}
    >
      <ul style={{ height: `${shown.length * rowHeight}px` }}>
        {shown.slice(first, last).map((row, n) => (
          <li
            key={row.id}
            aria-setsize={shown.length}
            aria-posinset={first + n + 1}
            style={{ top: `${(first + n) * rowHeight}px` }}
          >
            <button
              type="button"
              class={row.id === open ? 'row open' : 'row'}
              aria-expanded={row.id === open}
              onClick={() => show(row.id === open ? 0 : row.id)}
            >
              <span class="mono soft time">{timeOfDay(row.at)}</span>
              <span class="name">{nameOf(row.key)}</span>
              <span class="what" title={row.callSite && formatCallSite(row.callSite)}>
                <b>{row.method}</b> {row.operation ?? row.url}
              </span>
              <Status status={row.status} code={row.errorCode} />
              <span class="number">{row.credits === 0 ? '' : `${formatNumber(row.credits)} cr`}</span>
              <span class="number soft ms">{row.durationMs.toFixed(1)} ms</span>
              <span class="badges">
                {row.injected !== null && <Badge kind="injected">injected</Badge>}
                {row.decisions.some(isMisleading) && <Badge kind="assumption">assumption</Badge>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
