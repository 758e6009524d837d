import { Fragment } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSearch } from '../address.ts';
import { callAdmin, type Fault, type Route } from '../api.ts';
import { Choice, Scroll } from '../parts.tsx';
import { faults, operationsOf, routes, runAction } from '../state.ts';
import { useStore } from '../store.ts';
import { FaultForm } from './fault-form.tsx';
import { Rules } from './rules.tsx';
import type { ScreenProps } from './screen.ts';

type Refusal = Route['refusals'][number];

/** The live rules, a form that adds one, and all refusals as a grid for those who ask for it. */
export function Faults(_: ScreenProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Rules />
      <FaultForm />
      <details class="section" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>All operations and their refusals</summary>
        {isOpen && <Grid />}
      </details>
    </>
  );
}

/** Operations × refusals, in the order of their status. One stop of the keyboard. */
function Grid() {
  const [generation, setGeneration] = useState('3');
  const text = useSearch().toLowerCase();
  const served = operationsOf(useStore(routes), Number(generation));
  const rows = served.filter(({ operation }) => operation.toLowerCase().includes(text));
  const columns = [
    ...new Map(rows.flatMap(({ refusals }) => refusals).map((each) => [each.errorCode, each])).values(),
  ].sort((a, b) => a.status - b.status);
  const table = useRef<HTMLTableElement>(null);
  useOneStop(table);
  return (
    <>
      <div class="toolbar">
        <Choice label="Generation" value={generation} onInput={setGeneration} options={['3', '2']} />
        <p class="soft">
          A click forces the next answer, another takes it back. The arrow keys move in the grid.
        </p>
      </div>
      <Scroll class="table-box tall" label="Operations and their refusals">
        <table class="grid" ref={table}>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {columns.map(({ status, errorCode }) => (
                <th scope="col" key={errorCode}>
                  {status}
                  <br />
                  <span class="code-name">{breakable(errorCode)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((route) => (
              <tr key={route.operation}>
                <th scope="row">{route.operation}</th>
                {columns.map(({ errorCode }) => {
                  const refusal = route.refusals.find((each) => each.errorCode === errorCode);
                  return <td key={errorCode}>{refusal && <Cell route={route} refusal={refusal} />}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

/** A cell that forces its refusal once, for any key, and takes that back. */
function Cell({ route, refusal: { status, errorCode } }: { route: Route; refusal: Refusal }) {
  const { operation } = route;
  const live = useStore(faults).filter((rule) => isFor(rule, route, errorCode));
  const force = () =>
    runAction(`${operation} answers ${status} ${errorCode} next.`, () =>
      callAdmin('post', '/__admin/faults', {
        body: { match: { operation }, respond: { status, errorCode }, times: 1 },
      }),
    );
  const stop = () =>
    runAction('The refusal is no longer forced.', () =>
      Promise.all(live.map(({ id }) => callAdmin('delete', '/__admin/faults/{id}', { path: { id } }))),
    );
  const isLive = live.length > 0;
  return (
    <button
      type="button"
      class={isLive ? 'cell live' : 'cell'}
      aria-label={`Force ${status} ${errorCode} on ${operation}`}
      aria-pressed={isLive}
      onClick={() => void (isLive ? stop() : force())}
    >
      {isLive ? '●' : status}
    </button>
  );
}

/** A rule without a code means the usual refusal of its status, which is the first one. */
function isFor({ match, respond, state }: Fault, { operation, refusals }: Route, code: string): boolean {
  if (state !== 'live' || match.operation !== operation || !respond) return false;
  return code === (respond.errorCode ?? refusals.find(({ status }) => status === respond.status)?.errorCode);
}

/** Cells of a grid that do something: the tab key reaches the one of them that was last in focus, the arrows the others. */
function useOneStop(table: { current: HTMLTableElement | null }): void {
  useLayoutEffect(() => {
    const grid = table.current;
    if (!grid) return undefined;
    const cells = () => [...grid.querySelectorAll<HTMLElement>('.cell')];
    const stopAt = (cell: HTMLElement | undefined) => {
      for (const each of cells()) each.tabIndex = each === cell ? 0 : -1;
    };
    if (cells().filter((cell) => cell.tabIndex === 0).length !== 1) stopAt(cells()[0]);
    const onFocus = ({ target }: FocusEvent) =>
      target instanceof HTMLElement && target.matches('.cell') && stopAt(target);
    const onKey = (event: KeyboardEvent) => {
      const next = neighbourOf(event.target as HTMLElement, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    grid.addEventListener('focusin', onFocus);
    grid.addEventListener('keydown', onKey);
    return () => {
      grid.removeEventListener('focusin', onFocus);
      grid.removeEventListener('keydown', onKey);
    };
  });
}

/** The next cell that does something in the direction of an arrow key. */
function neighbourOf(from: HTMLElement, key: string): HTMLElement | undefined {
  const place = from.closest('td');
  const row = place?.closest('tr');
  if (!place || !row) return undefined;
  const cellIn = (td: Element) => td.querySelector<HTMLElement>('.cell');
  const [rows, columns] = [[...(row.parentElement?.children ?? [])], [...row.children]];
  const inColumn = rows.map((each) => each.children[place.cellIndex] ?? each);
  const [line, at] = key === 'ArrowLeft' || key === 'ArrowRight' ? [columns, place] : [inColumn, place];
  const index = line.indexOf(at);
  const others =
    key === 'ArrowRight' || key === 'ArrowDown'
      ? line.slice(index + 1)
      : key === 'ArrowLeft' || key === 'ArrowUp'
        ? line.slice(0, index).reverse()
        : [];
  return others.map(cellIn).find((cell) => cell !== null) ?? undefined;
}

/** A long code may be broken after its words only. */
const breakable = (code: string) =>
  code.split(/(?<=[_-])|(?=[A-Z][a-z])/).map((word, n) => (
    <Fragment key={`${n}`}>
      <wbr />
      {word}
    </Fragment>
  ));
