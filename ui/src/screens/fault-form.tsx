import { useState } from 'preact/hooks';
import { callAdmin, type NewFault } from '../api.ts';
import { Choice, Field, Form, Submit, useResult } from '../parts.tsx';
import { keys, nameOf, operationsOf, routes, runAction } from '../state.ts';
import { useStore } from '../store.ts';

type Given = Readonly<Record<string, string>>;
type Effect = Omit<NewFault, 'match'>;

const statusOf = ({ status }: Given) => ({ status: Number(status) });

/** What a rule can do beside a refusal of the operation: its name, its fields, its effect. */
const effects: Readonly<Record<string, { title: string; fields: Given; effect: (given: Given) => Effect }>> =
  {
    latency: {
      title: 'a delay',
      fields: { latency: 'Delay' },
      effect: ({ latency = '' }) => ({ latency }),
    },
    sequence: {
      title: 'one answer after the other',
      fields: { sequence: 'Steps', status: 'Status of fail' },
      effect: (given) => ({
        respond: statusOf(given),
        sequence: (given['sequence'] ?? '').split(',').map((step) => step.trim() as 'fail'),
      }),
    },
    hold: {
      title: 'a wait until it is released',
      fields: { until: 'Until so many wait' },
      effect: ({ until }) => ({ hold: until === '' ? {} : { until: Number(until) } }),
    },
    profile: {
      title: 'a broken reply, or a failure of the road',
      fields: {},
      effect: ({ profile = '' }) => ({ profile }),
    },
    own: {
      title: 'a status and a body of your own',
      fields: { status: 'Status', body: 'Body', contentType: 'Content type' },
      effect: ({ body = '', contentType = '', charge, ...given }) => ({
        respond: {
          ...statusOf(given),
          ...(body !== '' && { body, contentType }),
          ...(charge === 'true' && { charge: true as const }),
        },
      }),
    },
  };

/** Adds a rule: an operation or any, a key or any, the outcome, how often. */
export function FaultForm() {
  const served = useStore(routes);
  const allKeys = useStore(keys);
  const [operation, setOperation] = useState('');
  const [key, setKey] = useState('');
  const [times, setTimes] = useState('1');
  const [outcome, setOutcome] = useState('503');
  const [given, setGiven] = useState<Given>({
    ...{ latency: '2s', sequence: 'fail, fail, succeed', status: '503', until: '2' },
    ...{ profile: 'cut', body: '', contentType: 'text/html', charge: '' },
  });
  const set = (name: string) => (value: string) => setGiven({ ...given, [name]: value });
  const value = (name: string) => given[name] ?? '';
  const operations = operationsOf(served, 3).concat(operationsOf(served, 2));
  const refusals =
    operations.find((each) => each.operation === operation)?.refusals ??
    [400, 401, 402, 403, 404, 429, 500, 503].map((status) => ({ status, errorCode: '' }));
  const names = refusals.map(({ status, errorCode }) => `${status} ${errorCode}`.trim());
  const other = effects[outcome];
  // Another operation may not have the refusal that was chosen before.
  const chosen = other || names.includes(outcome) ? outcome : (names.at(-1) ?? '');
  const effectNow = (): Effect => {
    if (other) return other.effect(given);
    const [status, errorCode] = chosen.split(' ');
    return { respond: { status: Number(status), ...(errorCode && { errorCode }) } };
  };
  const add = () =>
    runAction('The rule is live.', () =>
      callAdmin('post', '/__admin/faults', {
        body: {
          match: { ...(operation !== '' && { operation }), ...(key !== '' && { key }) },
          ...effectNow(),
          ...(times !== '' && { times: Number(times) }),
        },
      }),
    );
  return (
    <section class="section">
      <h2>Force an outcome</h2>
      <Form onSubmit={add}>
        <Choice
          label="Operation"
          value={operation}
          onInput={setOperation}
          options={[['', 'any'], ...operations.map((each) => [each.operation, each.operation] as const)]}
        />
        <Choice
          label="Key"
          value={key}
          onInput={setKey}
          options={[['', 'any'], ...allKeys.map(({ id }) => [id, nameOf(id)] as const)]}
        />
        <Choice
          label="Outcome"
          value={chosen}
          onInput={setOutcome}
          options={[...names, ...Object.entries(effects).map(([name, { title }]) => [name, title] as const)]}
        />
        <Choice
          label="Times"
          value={times}
          onInput={setTimes}
          options={[
            ['1', 'once'],
            ['2', 'twice'],
            ['3', 'three times'],
            ['', 'every time'],
          ]}
        />
        {other &&
          Object.entries(other.fields).map(([name, label]) => (
            <Field key={name} label={label} value={value(name)} onInput={set(name)} />
          ))}
        {chosen === 'own' && (
          <Choice
            label="It costs"
            value={value('charge')}
            onInput={set('charge')}
            options={[
              ['', 'nothing'],
              ['true', 'as much as the call'],
            ]}
          />
        )}
        {chosen === 'profile' && <Profile value={value('profile')} onInput={set('profile')} />}
        <div class="wide">
          <Submit>Add the rule</Submit>
        </div>
      </Form>
    </section>
  );
}

/** The ways to break a reply, with what the chosen one does. */
function Profile({ value, onInput }: { value: string; onInput: (value: string) => void }) {
  const profiles = useResult(() => callAdmin('get', '/__admin/profiles'), [])?.profiles ?? [];
  const suffix = { events: ' (nls)', pages: ' (searches)', json: '', bytes: '' } as const;
  return (
    <>
      <Choice
        label="Profile"
        value={value}
        onInput={onInput}
        options={profiles.map(({ name, affects }) => [name, `${name}${suffix[affects]}`] as const)}
      />
      <p class="wide soft">{profiles.find(({ name }) => name === value)?.what}</p>
    </>
  );
}
