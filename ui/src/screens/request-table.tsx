import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCallSite } from '../../../src/core/call-site.ts';
import type { ListFilter } from '../../../src/core/list-filter.ts';
import { address, setSearch } from '../address.ts';
import { toggleSort } from '../filter-text.ts';
import { answerInWords, formatNumber, instant, timeOfDay } from '../format.ts';
import { isTyping, useWindow } from '../listen.ts';
import { Badge } from '../parts.tsx';
import type { Row } from '../requests.ts';
import { decisions, isMisleading, useNameOf } from '../state.ts';
import { useStore } from '../store.ts';

/** The height of a row and of the headings, as in the style sheet. */
const rowHeight = 44;
const headHeight = 32;
/** Rows in the document at once, however high the window is. */
const maxDrawn = 90;
/** Rows drawn beyond the visible ones, so that a fast scroll shows no gap. */
const spare = 15;

interface Column {
  title: string;
  class: string;
  /** The member that sorts the rows. */
  member?: string;
  cell: (row: Row, nameOf: (id: string | null) => string) => ComponentChildren;
}

const columns: readonly Column[] = [
  {
    title: 'Real time',
    class: 'real mono soft',
    member: 'realAt',
    cell: (row) => <span title={instant(row.realAt)}>{timeOfDay(row.realAt)}</span>,
  },
  {
    title: 'Sandbox time',
    class: 'sandbox mono soft',
    member: 'at',
    cell: (row) => instant(row.at),
  },
  { title: 'Key', class: 'key', member: 'key', cell: (row, nameOf) => nameOf(row.key) },
  {
    title: 'Request',
    class: 'what',
    member: 'operation',
    cell: (row) => (
      <>
        <span class="line" title={row.callSite && formatCallSite(row.callSite)}>
          <b>{row.method}</b> {row.operation ?? row.url.split('?')[0]}
        </span>
        <span class="line soft" title={row.url}>
          {row.about ?? row.url.split('?').slice(1).join('?')}
        </span>
      </>
    ),
  },
  {
    title: 'Answer',
    class: 'answer',
    member: 'status',
    cell: (row) => (
      <>
        <span class={`line status s${Math.floor(row.status / 100)}`} title={row.errorCode ?? undefined}>
          {row.status} {answerInWords(row.status, row.errorCode)}
        </span>
        <span class="line">
          {row.injected !== null && <Badge kind="injected">{`forced by ${row.injected}`}</Badge>}{' '}
          {row.decisions.some(isMisleading) && <Badge kind="assumption">assumption</Badge>}
        </span>
      </>
    ),
  },
  {
    title: 'Credits',
    class: 'credits number',
    member: 'credits',
    cell: (row) => (row.credits === 0 ? '–' : formatNumber(row.credits)),
  },
  {
    title: 'Wait',
    class: 'wait number soft',
    member: 'durationMs',
    cell: (row) => `${row.durationMs.toFixed(1)} ms`,
  },
];

interface TableProps {
  shown: readonly Row[];
  sort: ListFilter['sort'];
  /** The request that is open; 0 = none. */
  open: number;
  show: (id: number) => void;
}

/** The requests as a table. The document holds the visible rows only, and for the keyboard they are one stop. */
export function RequestTable({ shown, sort, open, show }: TableProps) {
  const nameOf = useNameOf();
  useStore(decisions);
  const box = useRef<HTMLDivElement>(null);
  const { top, height, onScroll } = useView(box);
  const [cursor, setCursor] = useState(open);
  useKeepInPlace(box, shown);
  const moveTo = (index: number) => {
    const row = shown[Math.min(shown.length - 1, Math.max(0, index))];
    if (!row) return;
    setCursor(row.id);
    scrollToRow(box.current, shown.indexOf(row));
    if (open > 0) show(row.id);
  };
  useEffect(() => {
    if (open === 0) return;
    setCursor(open);
    scrollToRow(
      box.current,
      shown.findIndex(({ id }) => id === open),
    );
  }, [open]);
  useTableKeys({ shown, box, cursor, open, show, moveTo });
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.min(shown.length, first + maxDrawn, Math.ceil((top + height) / rowHeight) + spare);
  const drawn = shown.slice(first, last);
  const active = drawn.some(({ id }) => id === cursor) ? `row-${cursor}` : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of HTML cannot leave rows out
    <div
      class="rows"
      role="grid"
      ref={box}
      tabIndex={0}
      aria-label="Requests"
      aria-rowcount={shown.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={active}
      onScroll={onScroll}
    >
      <Headings sort={sort} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table of HTML cannot leave rows out */}
      <div role="rowgroup" class="row-group" style={{ height: `${shown.length * rowHeight}px` }}>
        {drawn.map((row, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the table has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the table has the focus
          // biome-ignore lint/a11y/useSemanticElements: a table of HTML cannot leave rows out
          <div
            key={row.id}
            id={`row-${row.id}`}
            role="row"
            aria-rowindex={first + n + 2}
            aria-selected={row.id === open}
            class={`row${row.id === open ? ' open' : ''}${row.id === cursor ? ' cursor' : ''}`}
            style={{ top: `${(first + n) * rowHeight}px` }}
            onClick={() => {
              setCursor(row.id);
              show(row.id === open ? 0 : row.id);
            }}
          >
            {columns.map((column) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the table has the focus
              // biome-ignore lint/a11y/useSemanticElements: a table of HTML cannot leave rows out
              <div key={column.title} role="gridcell" class={column.class}>
                {column.cell(row, nameOf)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Headings({ sort }: { sort: ListFilter['sort'] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of HTML cannot leave rows out
    <div role="rowgroup" class="row-head">
      {/* biome-ignore lint/a11y/useFocusableInteractive: the table has the focus */}
      {/* biome-ignore lint/a11y/useSemanticElements: a table of HTML cannot leave rows out */}
      <div role="row" aria-rowindex={1} class="columns-line">
        {columns.map(({ title, class: name, member }) => {
          const direction =
            sort === undefined || sort.member !== member
              ? 'none'
              : sort.isDescending
                ? 'descending'
                : 'ascending';
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the table has the focus
            // biome-ignore lint/a11y/useSemanticElements: a table of HTML cannot leave rows out
            <div key={title} role="columnheader" aria-sort={direction} class={name}>
              <button type="button" class="heading" onClick={() => sortBy(member)}>
                {title}
                <span aria-hidden="true">{{ none: '', descending: ' ↓', ascending: ' ↑' }[direction]}</span>
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function sortBy(member: string | undefined): void {
  if (member !== undefined) setSearch(toggleSort(address.value.search, member));
}

interface TableKeys extends Omit<TableProps, 'sort'> {
  box: { current: HTMLElement | null };
  cursor: number;
  moveTo: (index: number) => void;
}

/** `j`, `k` and Enter act wherever nobody types; the arrows, where nothing else has the focus. */
function useTableKeys({ shown, box, cursor, open, show, moveTo }: TableKeys): void {
  useWindow('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (isTyping(target) || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return;
    const at = shown.findIndex(({ id }) => id === cursor);
    const isHere =
      target === document.body || target === box.current || target === box.current?.closest('main');
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2);
    const act = {
      j: () => moveTo(at + 1),
      k: () => moveTo(at - 1),
      Escape: () => open > 0 && show(0),
      ...(isHere && {
        ArrowDown: () => moveTo(at + 1),
        ArrowUp: () => moveTo(at - 1),
        PageDown: () => moveTo(at + page),
        PageUp: () => moveTo(at - page),
        Home: () => moveTo(0),
        End: () => moveTo(shown.length - 1),
        Enter: () => at >= 0 && show(shown[at]?.id ?? 0),
      }),
    } as Record<string, (() => unknown) | undefined>;
    const chosen = Object.hasOwn(act, key) ? act[key] : undefined;
    if (!chosen) return;
    if (key !== 'Escape') event.preventDefault();
    chosen();
  });
}

/** The visible part of the rows, in pixels. */
function useView(box: { current: HTMLElement | null }) {
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const measure = () =>
      box.current &&
      setView({ top: box.current.scrollTop, height: Math.min(box.current.clientHeight, 4_000) });
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const onScroll = () => box.current && setView({ ...view, top: box.current.scrollTop });
  return { ...view, onScroll };
}

/** Rows that come or go above leave the visible ones in place. */
function useKeepInPlace(box: { current: HTMLElement | null }, shown: readonly Row[]): void {
  const anchor = useRef<{ id: number; index: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || !anchor.current || current.scrollTop === 0) return;
    const { id, index } = anchor.current;
    const now = shown.findIndex((row) => row.id === id);
    if (now >= 0 && now !== index) current.scrollBy({ top: (now - index) * rowHeight });
  }, [shown]);
  // After each drawing, so that it is the row before the next change.
  useLayoutEffect(() => {
    if (!box.current) return;
    const index = Math.floor(box.current.scrollTop / rowHeight);
    const row = shown[index];
    anchor.current = row && { id: row.id, index };
  });
}

function scrollToRow(box: HTMLElement | null, index: number): void {
  if (!box || index < 0) return;
  const at = index * rowHeight;
  const { scrollTop, clientHeight } = box;
  if (at < scrollTop) box.scrollTo({ top: at });
  else if (at + rowHeight + headHeight > scrollTop + clientHeight)
    box.scrollTo({ top: at + rowHeight + headHeight - clientHeight });
}
