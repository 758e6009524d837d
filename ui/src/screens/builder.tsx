import { useState } from 'preact/hooks';
import { hrefOf } from '../address.ts';
import { callAdmin } from '../api.ts';
import { Copy, Field, Form, Section, Submit, Tick } from '../parts.tsx';
import { runAction } from '../state.ts';

const amounts = ['plan', 'used', 'purchased', 'limit', 'spent'] as const;
const texts = [...amounts, 'rate', 'label'] as const;
const flags = ['unlimited', 'fractional', 'testOnly', 'forbidden'] as const;

/** Builds a key that describes its own account. */
export function KeyBuilder() {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({ plan: '100', label: 'my-test-1' });
  const [on, setOn] = useState<readonly string[]>(['fractional']);
  const terms = [
    ...[...amounts, 'rate'].flatMap((name) => (given[name] ? [`${name}=${given[name]}`] : [])),
    ...on,
  ];
  const key = `sandbox:${terms.join(',')}:${given['label'] ?? ''}`;
  const create = () =>
    runAction('The key is ready; its first use begins its cycle.', async () => {
      const { id } = await callAdmin('get', '/__admin/keys/{key}', { path: { key } });
      location.hash = hrefOf(`keys/${id}`);
    });
  return (
    <Section title="A key that describes its account">
      <Form onSubmit={create}>
        {texts.map((name) => (
          <Field
            key={name}
            label={name}
            type={name === 'rate' || name === 'label' ? 'text' : 'number'}
            placeholder={name === 'rate' ? '3/10s' : undefined}
            value={given[name] ?? ''}
            onInput={(value) => setGiven({ ...given, [name]: value })}
          />
        ))}
        <div class="wide toolbar">
          {flags.map((name) => (
            <Tick
              key={name}
              label={name}
              on={on.includes(name)}
              onInput={(set) => setOn(flags.filter((each) => (each === name ? set : on.includes(each))))}
            />
          ))}
        </div>
        <output class="code wide" aria-label="The key">
          {key}
        </output>
        <div class="wide toolbar">
          <Copy text={key}>copy</Copy>
          <Submit>Make it</Submit>
        </div>
      </Form>
    </Section>
  );
}
