import { type ComponentChildren, Fragment } from 'preact';
import { callAdmin, type Fault, type Route } from '../api.ts';
import { Scroll } from '../parts.tsx';
import { chosenKey, faults, routes, runAction } from '../state.ts';
import { useStore } from '../store.ts';

/** An answer of an operation: a refusal, or a notable success. */
export interface GridAnswer {
  status: number;
  code: string;
}

interface AnswerGridProps<Answer extends GridAnswer> {
  label: string;
  rows: readonly { operation: string; answers: readonly Answer[] }[];
  cell: (operation: string, answer: Answer) => ComponentChildren;
}

/** Operations × their answers, the answers in the order of their status. */
export function AnswerGrid<Answer extends GridAnswer>({ label, rows, cell }: AnswerGridProps<Answer>) {
  const columns = [
    ...new Map(rows.flatMap(({ answers }) => answers).map((each) => [each.code, each])).values(),
  ].sort((a, b) => a.status - b.status);
  return (
    <Scroll class="table-box tall" label={label}>
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {columns.map(({ status, code }) => (
              <th scope="col" key={code}>
                {status}
                <br />
                <span class="code-name">{breakable(code)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ operation, answers }) => (
            <tr key={operation}>
              <th scope="row">{operation}</th>
              {columns.map(({ code }) => {
                const answer = answers.find((each) => each.code === code);
                return <td key={code}>{answer && cell(operation, answer)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** A long code may be broken after its words only. */
const breakable = (code: string) =>
  code.split(/(?<=[_-])|(?=[A-Z][a-z])/).map((word, n) => (
    <Fragment key={`${n}`}>
      <wbr />
      {word}
    </Fragment>
  ));

/** Each operation of a generation once, whatever its methods. */
export const operationsOf = (all: readonly Route[], generation: number): Route[] => [
  ...new Map(
    all.filter((each) => each.generation === generation).map((each) => [each.operation, each]),
  ).values(),
];

/** Forces answers by fault rules, for the chosen key or for all. @param times answers that a click forces; undefined = all */
export function useForcing(times: number | undefined) {
  const key = useStore(chosenKey);
  const rules = useStore(faults);
  const served = useStore(routes);
  return {
    /** The live rules that force an answer. */
    rulesFor: (operation: string, { code }: GridAnswer) =>
      rules.filter((rule) => isFor(rule, operation, code, served)),
    force: (operation: string, { status, code }: GridAnswer) =>
      runAction(`${operation} answers ${status} ${code} ${times === 1 ? 'next' : 'from now on'}.`, () =>
        callAdmin('post', '/__admin/faults', {
          body: {
            match: { operation, ...(key !== '' && { key }) },
            respond: { status, errorCode: code },
            ...(times !== undefined && { times }),
          },
        }),
      ),
    stop: (live: readonly Fault[]) =>
      runAction('The refusal is no longer forced.', () =>
        Promise.all(live.map(({ id }) => callAdmin('delete', '/__admin/faults/{id}', { path: { id } }))),
      ),
  };
}

interface ForceCellProps {
  forcing: ReturnType<typeof useForcing>;
  operation: string;
  answer: GridAnswer;
  /** The cell while no rule forces the answer. */
  children: ComponentChildren;
  label: string;
  title?: string;
}

/** A cell that forces its answer, and takes that back. */
export function ForceCell({ forcing, operation, answer, children, label, title }: ForceCellProps) {
  const { rulesFor, force, stop } = forcing;
  const live = rulesFor(operation, answer);
  const isLive = live.length > 0;
  return (
    <button
      type="button"
      class={isLive ? 'cell live' : 'cell'}
      title={title}
      aria-label={label}
      aria-pressed={isLive}
      onClick={() => void (isLive ? stop(live) : force(operation, answer))}
    >
      {isLive ? '●' : children}
    </button>
  );
}

/** A rule without a code means the usual refusal of its status, which is the first one. */
function isFor(
  { match, respond, state }: Fault,
  operation: string,
  code: string,
  served: readonly Route[],
): boolean {
  if (state !== 'live' || match.operation !== operation || !respond) return false;
  const refusals = served.find((each) => each.operation === operation)?.refusals ?? [];
  return code === (respond.errorCode ?? refusals.find(({ status }) => status === respond.status)?.errorCode);
}
