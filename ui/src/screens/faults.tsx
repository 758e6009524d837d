import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { caller, useNeedsKey } from '../access.tsx';
import { callAdmin, type Fault, type Route } from '../api.ts';
import { Choice, Scroll } from '../parts.tsx';
import { chosenKey, faults, nameOf, routes, runAction, search } from '../state.ts';
import { useStore } from '../store.ts';
import { RuleForm } from './rule.tsx';
import { Rules } from './rules.tsx';
import type { ScreenProps } from './screen.ts';

/** Forces answers by a click, and shows the rules. */
export function Faults(_: ScreenProps) {
  const [generation, setGeneration] = useState('3');
  const [times, setTimes] = useState('1');
  const key = useStore(chosenKey);
  return (
    <>
      <section class="section">
        <div class="toolbar wrap">
          <h2>Refusals of each operation</h2>
          <Choice label="Generation" value={generation} onInput={setGeneration} options={['3', '2']} />
          <Choice
            label="A click forces"
            value={times}
            onInput={setTimes}
            options={[
              ['1', 'the next answer'],
              ['3', 'the next three'],
              ['', 'every answer'],
            ]}
          />
          <span class="soft">{key === '' ? 'for any key' : `for ${nameOf(key)}`}</span>
        </div>
        <Grid generation={Number(generation)} times={times} />
      </section>
      <Rules />
      <RuleForm />
    </>
  );
}

function Grid({ generation, times }: { generation: number; times: string }) {
  const text = useStore(search).toLowerCase();
  const key = useStore(chosenKey);
  const rules = useStore(faults);
  const needsKey = useNeedsKey();
  const mayForce = useStore(caller)?.scope !== 'read' && !(needsKey && key === '');
  const operations = operationsOf(useStore(routes), generation).filter(
    ({ operation }) => text === '' || operation.toLowerCase().includes(text),
  );
  const codes = [
    ...new Map(operations.flatMap(({ refusals }) => refusals).map((each) => [each.errorCode, each])).values(),
  ].sort((a, b) => a.status - b.status);
  const stop = (live: readonly Fault[]) =>
    runAction('The refusal is no longer forced.', () =>
      Promise.all(live.map(({ id }) => callAdmin('delete', '/__admin/faults/{id}', { path: { id } }))),
    );
  const force = (operation: string, { status, errorCode }: Route['refusals'][number]) =>
    runAction(`${operation} answers ${status} ${errorCode} ${times === '1' ? 'next' : 'from now on'}.`, () =>
      callAdmin('post', '/__admin/faults', {
        body: {
          match: { operation, ...(key !== '' && { key }) },
          respond: { status, errorCode },
          ...(times !== '' && { times: Number(times) }),
        },
      }),
    );
  return (
    <Scroll class="table-box tall" label="Operations and their refusals">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {codes.map(({ status, errorCode }) => (
              <th scope="col" key={errorCode}>
                {status}
                <br />
                <span class="code-name">{breakable(errorCode)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operation, refusals }) => (
            <tr key={operation}>
              <th scope="row">{operation}</th>
              {codes.map((code) => {
                const refusal = refusals.find(({ errorCode }) => errorCode === code.errorCode);
                if (!refusal) return <td key={code.errorCode} />;
                const live = rules.filter((rule) => isFor(rule, operation, refusal, refusals));
                const isLive = live.length > 0;
                return (
                  <td key={code.errorCode}>
                    <button
                      type="button"
                      disabled={!mayForce}
                      class={isLive ? 'cell live' : 'cell'}
                      aria-label={`Force ${refusal.status} ${refusal.errorCode} on ${operation}`}
                      aria-pressed={isLive}
                      onClick={() => void (isLive ? stop(live) : force(operation, refusal))}
                    >
                      {isLive ? '●' : refusal.status}
                    </button>
                  </td>
                );
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
  code.split(/(?<=_)|(?=[A-Z][a-z])/).map((word, n) => (
    <Fragment key={`${n}`}>
      <wbr />
      {word}
    </Fragment>
  ));

/** Each operation once, whatever its methods. */
const operationsOf = (all: readonly Route[], generation: number): Route[] => [
  ...new Map(
    all.filter((each) => each.generation === generation).map((each) => [each.operation, each]),
  ).values(),
];

/** A rule without a code means the usual refusal of its status, which is the first one. */
function isFor(
  { match, respond, state }: Fault,
  operation: string,
  refusal: Refusal,
  all: readonly Refusal[],
): boolean {
  if (state !== 'live' || match.operation !== operation || !respond) return false;
  const code = respond.errorCode ?? all.find(({ status }) => status === respond.status)?.errorCode;
  return code === refusal.errorCode;
}

type Refusal = Route['refusals'][number];
