import { useEffect, useMemo, useState } from 'preact/hooks';
import { AdminRefusal, callAdmin, type Fork, type ForkSettings } from '../../api.ts';
import { formatCount, formatNumber } from '../../format.ts';
import { Choice, Field, Form, Section, Submit, Table, Tick } from '../../parts.tsx';
import type { Row } from '../../requests.ts';
import { keys, routes, useNameOf } from '../../state.ts';
import { useStore } from '../../store.ts';
import { Bills } from './bills.tsx';
import { inTurn } from './in-turn.ts';
import { NotRecorded } from './not-recorded.tsx';

interface Given {
  operation: string;
  price: string;
  fault: string;
  clearFaults: boolean;
  key: string;
  plan: string;
}

/** What is chosen stays while the slider moves; the operation and the key follow its request until then. */
type Chosen = Partial<Given>;

/** Plays the run from a request on with other settings, and shows both bills. */
export function ForkHere({ row }: { row: Row }) {
  const served = useStore(routes);
  const known = useStore(keys);
  const nameOf = useNameOf();
  const [chosen, setChosen] = useState<Chosen>({});
  const given: Given = {
    operation: row.operation ?? served[0]?.operation ?? '',
    price: '',
    fault: '',
    clearFaults: false,
    key: row.key ?? '',
    plan: '',
    ...chosen,
  };
  const [answer, setAnswer] = useState<Fork | AdminRefusal | 'playing' | 'failed'>();
  // Nobody waits for a turn on another screen.
  const leaving = useMemo(() => new AbortController(), []);
  useEffect(() => () => leaving.abort(), [leaving]);
  const set = (name: keyof Given) => (value: string) => setChosen({ ...chosen, [name]: value });
  const operations = [...new Set(served.map(({ operation }) => operation))].sort();
  const refusals = served.find(({ operation }) => operation === given.operation)?.refusals ?? [];
  const fork = async () => {
    setAnswer('playing');
    try {
      const body = { request: row.id, settings: settingsOf(given) };
      const ask = () => callAdmin('post', '/__admin/forks', { body });
      setAnswer(await inTurn(ask, leaving.signal));
    } catch (error) {
      setAnswer(error instanceof AdminRefusal ? error : 'failed');
    }
  };
  return (
    <div>
      <h2>Fork here</h2>
      <p class="soft">
        Plays the run again from request {row.id} on, beside what the sandbox serves: nothing else changes.
      </p>
      <Form onSubmit={fork}>
        <Choice label="Operation" value={given.operation} onInput={set('operation')} options={operations} />
        <Field
          label="Its price"
          type="number"
          placeholder="as it was"
          value={given.price}
          onInput={set('price')}
        />
        <Choice
          label="It answers"
          value={given.fault}
          onInput={set('fault')}
          options={[
            ['', 'as it did'] as const,
            ...refusals.map(({ status, errorCode }) => `${status} ${errorCode}`),
          ]}
        />
        <Choice
          label="Key"
          value={given.key}
          onInput={set('key')}
          options={[['', 'no key'] as const, ...known.map(({ id }) => [id, nameOf(id)] as const)]}
        />
        <Field
          label="Its plan"
          type="number"
          placeholder="as it was"
          value={given.plan}
          onInput={set('plan')}
        />
        <Tick
          label="without its fault rules"
          on={given.clearFaults}
          onInput={(clearFaults) => setChosen({ ...chosen, clearFaults })}
        />
        <div class="wide">
          <Submit>Fork here</Submit>
        </div>
      </Form>
      <div aria-live="polite" aria-busy={answer === 'playing'}>
        {answer === 'playing' && <p class="soft">Playing the run …</p>}
        {answer === 'failed' && <p class="alert">The sandbox does not answer.</p>}
        {answer instanceof AdminRefusal && <NotRecorded refusal={answer} />}
        {typeof answer === 'object' && !(answer instanceof AdminRefusal) && <Result fork={answer} />}
      </div>
    </div>
  );
}

function Result({ fork }: { fork: Fork }) {
  const { calls, equal, different, complete } = fork;
  return (
    <Section title={`Both bills, forked before request ${fork.request}`}>
      <p>
        {different === 0
          ? `All ${formatNumber(calls)} requests got the same answers and charges`
          : `${formatNumber(different)} of ${formatCount(calls, 'request')} got another answer or charge`}
        {equal === calls ? ', byte for byte.' : '.'}
        {!complete && ' The run is longer than what is recorded: these are its first requests.'}
      </p>
      <Bills fork={fork} />
      <Differences fork={fork} />
    </Section>
  );
}

/** Requests that are shown at once. */
const maxShown = 20;

function Differences({ fork: { requests, different } }: { fork: Fork }) {
  if (different === 0) return null;
  return (
    <>
      <Table
        label="Requests with another answer"
        head={['Request', 'Operation', 'Answer', 'Fork', '#Credits', '#Fork']}
      >
        {requests.slice(0, maxShown).map(({ id, operation, origin, fork }) => (
          <tr key={id}>
            <td>
              <a href={`#/live/${id}`}>{id}</a>
            </td>
            <td>{operation ?? 'unknown path'}</td>
            <td>{answerText(origin)}</td>
            <td>{answerText(fork)}</td>
            <td class="number">{formatNumber(origin?.credits ?? 0)}</td>
            <td class="number">{formatNumber(fork?.credits ?? 0)}</td>
          </tr>
        ))}
      </Table>
      {different > maxShown && (
        <p class="soft">
          The first {maxShown} of {formatNumber(different)}.
        </p>
      )}
    </>
  );
}

const answerText = (answer: Fork['requests'][number]['fork']): string =>
  answer ? `${answer.status}${answer.errorCode === null ? '' : ` ${answer.errorCode}`}` : 'none';

function settingsOf({ operation, price, fault, clearFaults, key, plan }: Given): ForkSettings {
  const [status, errorCode = ''] = fault.split(' ');
  return {
    ...(price !== '' && { prices: { [operation]: Number(price) } }),
    clearFaults,
    ...(fault !== '' && {
      faults: [{ match: { operation }, respond: { status: Number(status), errorCode } }],
    }),
    ...(plan !== '' && key !== '' && { keys: [{ key, plan: Number(plan) }] }),
  };
}
