import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { ask, type Fault, type Route } from '../api.ts';
import { Choice, Scroll } from '../parts.tsx';
import { act, chosenKey, faults, nameOf, routes, search } from '../state.ts';
import { useStore } from '../store.ts';
import { RuleForm } from './rule.tsx';
import { Rules } from './rules.tsx';
import type { ScreenProps } from './screen.ts';

/** Forces answers by a click, and shows the rules. */
export function Faults(_: ScreenProps) {
  const [generation, choose] = useState('3');
  const [times, repeat] = useState('1');
  const key = useStore(chosenKey);
  return (
    <>
      <section class="section">
        <div class="toolbar wrap">
          <h2>Refusals of each operation</h2>
          <Choice label="Generation" value={generation} onInput={choose} options={['3', '2']} />
          <Choice
            label="A click forces"
            value={times}
            onInput={repeat}
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
  const operations = operationsOf(useStore(routes), generation).filter(
    ({ operation }) => text === '' || operation.toLowerCase().includes(text),
  );
  const codes = [
    ...new Map(operations.flatMap(({ refusals }) => refusals).map((each) => [each.errorCode, each])).values(),
  ].sort((a, b) => a.status - b.status);
  const stop = (live: readonly Fault[]) =>
    act('No longer forced.', () =>
      Promise.all(live.map(({ id }) => ask('delete', '/__admin/faults/{id}', { path: { id } }))),
    );
  const force = (operation: string, { status, errorCode }: Route['refusals'][number]) =>
    act(`${operation} answers ${status} ${errorCode} ${times === '1' ? 'next' : 'from now on'}.`, () =>
      ask('post', '/__admin/faults', {
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
                const own = refusals.find(({ errorCode }) => errorCode === code.errorCode);
                if (!own) return <td key={code.errorCode} />;
                const live = rules.filter((rule) => isFor(rule, operation, own, refusals));
                const isLive = live.length > 0;
                return (
                  <td key={code.errorCode}>
                    <button
                      type="button"
                      class={isLive ? 'cell live' : 'cell'}
                      aria-label={`Force ${own.status} ${own.errorCode} on ${operation}`}
                      aria-pressed={isLive}
                      onClick={() => void (isLive ? stop(live) : force(operation, own))}
                    >
                      {isLive ? '●' : own.status}
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
  own: Refusal,
  all: readonly Refusal[],
): boolean {
  if (state !== 'live' || match.operation !== operation || !respond) return false;
  const code = respond.errorCode ?? all.find(({ status }) => status === respond.status)?.errorCode;
  return code === own.errorCode;
}

type Refusal = Route['refusals'][number];
