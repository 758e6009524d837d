import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { ask, type Fault, type Route } from '../api.ts';
import { Button, Choice, Scroll } from '../parts.tsx';
import { act, chosenKey, faults, nameOf, routes, search } from '../state.ts';
import { useStore } from '../store.ts';
import { RuleForm } from './rule.tsx';
import type { ScreenProps } from './screen.ts';

/** Forces answers by a click, and shows the rules. */
export function Faults(_: ScreenProps) {
  const [generation, choose] = useState('3');
  const [times, repeat] = useState('1');
  const key = useStore(chosenKey);
  return (
    <>
      <Rules />
      <section class="section">
        <div class="toolbar wrap">
          <h2>What each operation can answer</h2>
          <Choice
            label="Generation"
            value={generation}
            onInput={choose}
            options={[
              ['3', '3'],
              ['2', '2'],
            ]}
          />
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
    <Scroll class="table-box" label="Operations and their refusals">
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
                const live = rules.some((rule) => isFor(rule, operation, own, refusals));
                return (
                  <td key={code.errorCode}>
                    <button
                      type="button"
                      class={live ? 'cell live' : 'cell'}
                      aria-label={`Force ${own.status} ${own.errorCode} on ${operation}${live ? ', live' : ''}`}
                      onClick={() => void force(operation, own)}
                    >
                      {live ? '●' : own.status}
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

/** The members that a client may have sent; the others are what became of the rule. */
const effectOf = ({
  respond,
  latency,
  hold,
  cut,
  torture,
  times,
  sequence,
  probability,
  ttl,
}: Fault): string =>
  JSON.stringify({ respond, latency, hold, cut, torture, times, sequence, probability, ttl });

function Rules() {
  const rules = useStore(faults);
  if (rules.length === 0) return null;
  return (
    <section class="section">
      <h2>Rules</h2>
      <ul class="rules">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

function Rule({ rule }: { rule: Fault }) {
  const { id, match, hits, hold } = rule;
  const remove = () =>
    act('The rule is gone.', () => ask('delete', '/__admin/faults/{id}', { path: { id } }));
  const release = () => act('Released.', () => ask('post', '/__admin/faults/{id}/release', { path: { id } }));
  return (
    <li class="rule">
      <div>
        <b>{match.operation ?? match.path ?? 'every operation'}</b>
        {match.key === undefined ? '' : ` of ${nameOf(match.key)}`}: <code>{effectOf(rule)}</code>
      </div>
      <div class="toolbar wrap">
        <span class="soft">
          {rule.state}, {hits} {hits === 1 ? 'hit' : 'hits'}
        </span>
        {hold && <Button onClick={release}>release</Button>}
        <Button label={`Remove the rule ${id}`} onClick={remove}>
          remove
        </Button>
      </div>
    </li>
  );
}
