import { useState } from 'preact/hooks';
import { callAdmin, type NewFault } from '../api.ts';
import { Choice, Field, Form, Section, Submit, useResult } from '../parts.tsx';
import { chosenKey, routes, runAction } from '../state.ts';
import { useStore } from '../store.ts';

type Kind = 'sequence' | 'latency' | 'hold' | 'profile';

const kinds: readonly (readonly [Kind, string])[] = [
  ['latency', 'Delay'],
  ['sequence', 'Sequence'],
  ['hold', 'Hold and release'],
  ['profile', 'Broken reply'],
];

/** A form for rules that do more than refuse once. */
export function RuleForm() {
  const served = useStore(routes);
  const key = useStore(chosenKey);
  const [kind, setKind] = useState<Kind>('latency');
  const [operation, setOperation] = useState('');
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({
    latency: '2s',
    sequence: 'fail, fail, succeed',
    status: '503',
    until: '2',
    profile: 'cut',
  });
  const profiles = useResult(() => callAdmin('get', '/__admin/profiles'), [])?.profiles ?? [];
  const set = (name: string) => (value: string) => setGiven({ ...given, [name]: value });
  const value = (name: string) => given[name] ?? '';
  const add = () =>
    runAction('The rule is live.', () =>
      callAdmin('post', '/__admin/faults', {
        body: {
          match: { ...(operation !== '' && { operation }), ...(key !== '' && { key }) },
          ...effects[kind](value),
        },
      }),
    );
  const operations = [...new Set(served.map((each) => each.operation))];
  return (
    <Section title="Delays, sequences, holds, broken replies">
      <Form onSubmit={add}>
        <Choice
          label="Operation"
          value={operation}
          onInput={setOperation}
          options={[['', 'any'] as const, ...operations]}
        />
        <Choice label="Kind" value={kind} onInput={(next) => setKind(next as Kind)} options={kinds} />
        {kind === 'latency' && <Field label="Delay" value={value('latency')} onInput={set('latency')} />}
        {kind === 'sequence' && (
          <>
            <Field label="Steps" value={value('sequence')} onInput={set('sequence')} />
            <Field label="Status of fail" value={value('status')} onInput={set('status')} />
          </>
        )}
        {kind === 'hold' && (
          <Field label="Until so many wait" type="number" value={value('until')} onInput={set('until')} />
        )}
        {kind === 'profile' && (
          <>
            <Choice
              label="Profile"
              value={value('profile')}
              onInput={set('profile')}
              options={profiles.map(
                ({ name, affects }) =>
                  [
                    name,
                    { events: `${name} (nls)`, pages: `${name} (searches)`, bytes: name }[affects],
                  ] as const,
              )}
            />
            <p class="wide soft">{profiles.find(({ name }) => name === value('profile'))?.what}</p>
          </>
        )}
        <div class="wide">
          <Submit>Add the rule</Submit>
        </div>
      </Form>
    </Section>
  );
}

const effects = {
  latency: (value) => ({ latency: value('latency') }),
  sequence: (value) => ({
    respond: { status: Number(value('status')) },
    sequence: value('sequence')
      .split(',')
      .map((step) => step.trim() as 'fail'),
  }),
  hold: (value) => ({ hold: value('until') === '' ? {} : { until: Number(value('until')) } }),
  profile: (value) => ({ profile: value('profile') }),
} satisfies Record<Kind, (value: (name: string) => string) => Omit<NewFault, 'match'>>;
