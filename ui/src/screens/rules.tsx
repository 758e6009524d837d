import { callAdmin, type Fault } from '../api.ts';
import { formatCount } from '../format.ts';
import { Badge, Button } from '../parts.tsx';
import { faults, runAction, useNameOf } from '../state.ts';
import { useStore } from '../store.ts';

/** The fault rules and their hits. */
export function Rules() {
  const rules = useStore(faults);
  const live = rules.filter(isLive);
  const over = rules.filter((rule) => !isLive(rule));
  const removeAll = () =>
    runAction('The rules are removed.', () =>
      Promise.all(over.map(({ id }) => callAdmin('delete', '/__admin/faults/{id}', { path: { id } }))),
    );
  return (
    <section class="section">
      <h2>{formatCount(live.length, 'live rule')}</h2>
      {live.length === 0 && <p class="soft">No rule is live: every answer is the sandbox's own.</p>}
      <List rules={live} />
      {over.length > 0 && (
        <details>
          <summary>{formatCount(over.length, 'rule is', 'rules are')} over</summary>
          <List rules={over} />
          <Button onClick={removeAll}>remove all that are over</Button>
        </details>
      )}
    </section>
  );
}

const isLive = ({ state }: Fault): boolean => state === 'live';

const List = ({ rules }: { rules: readonly Fault[] }) => (
  <ul class="rules">
    {rules.map((rule) => (
      <Rule key={rule.id} rule={rule} />
    ))}
  </ul>
);

function Rule({ rule }: { rule: Fault }) {
  const nameOf = useNameOf();
  const { id, match, state, hits, hold, waiting, warning } = rule;
  const { operation, key, ...terms } = match;
  const remove = () =>
    runAction('The rule is removed.', () => callAdmin('delete', '/__admin/faults/{id}', { path: { id } }));
  const release = () =>
    runAction('Released.', () => callAdmin('post', '/__admin/faults/{id}/release', { path: { id } }));
  return (
    <li class="rule">
      <div>
        <b>{operation ?? 'Every operation'}</b>
        {key === undefined ? '' : ` of ${nameOf(key)}`}
        {Object.keys(terms).length > 0 && (
          <>
            {' '}
            where <code>{JSON.stringify(terms)}</code>
          </>
        )}
        : {effectOf(rule)}
        {warning !== undefined && state !== 'live' && <p class="alert">{warning}</p>}
      </div>
      <div class="toolbar">
        <Badge kind={state === 'live' ? 'injected' : 'plain'}>{state === 'spent' ? 'used up' : state}</Badge>
        <span class="soft">
          {formatCount(hits, 'hit')}
          {waiting > 0 ? `, ${waiting} wait` : ''}
        </span>
        {hold && <Button onClick={release}>release</Button>}
        <Button label={`Remove the rule ${id}`} onClick={remove}>
          remove
        </Button>
      </div>
    </li>
  );
}

/** A rule in words, in the order in which it acts. */
function effectOf({
  respond,
  latency,
  hold,
  cut,
  profile,
  times,
  sequence,
  probability,
  ttl,
}: Fault): string {
  const refusal = [respond?.status, respond?.errorCode].filter((part) => part !== undefined).join(' ');
  return [
    latency === undefined ? '' : `waits ${delayOf(latency)}`,
    hold && `waits until ${hold.until === undefined ? 'it is released' : `${hold.until} wait`}`,
    sequence
      ? `answers in turn ${sequence.map(stepOf).join(', ')}${refusal && ` (fail = ${refusal})`}`
      : refusal && `answers ${refusal}`,
    respond?.charge !== undefined &&
      `costs ${respond.charge === true ? 'as much as the call' : formatCount(respond.charge, 'credit')}`,
    cut && `breaks off ${JSON.stringify(cut)}`,
    profile && `breaks the reply: ${profile}`,
    times === undefined ? '' : times === 1 ? 'once' : `${times} times`,
    probability === undefined ? '' : `with probability ${probability}`,
    ttl === undefined ? '' : `for ${ttl}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function delayOf(latency: NonNullable<Fault['latency']>): string {
  if (typeof latency !== 'object') return String(latency);
  const { min, median, p99, max } = latency;
  return min === undefined
    ? `${median} in the median, ${p99} at most once in a hundred, ${max} at most`
    : `${min} to ${max}`;
}

const stepOf = (step: NonNullable<Fault['sequence']>[number]): string =>
  typeof step === 'object' ? `${step.status ?? ''} ${step.errorCode ?? ''}`.trim() : String(step);
