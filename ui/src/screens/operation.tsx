import { useEffect, useState } from 'preact/hooks';
import { ask, call, type Sent } from '../api.ts';
import { type Asked, curl, fetchCode, pythonCode } from '../code.ts';
import {
  fieldsOf,
  isPicked,
  type Page,
  type Parameter,
  refusalsOf,
  sampleBody,
  sampleReply,
} from '../documents.ts';
import { Choice, Code, Copy, credits, Field, prettyText, Section, Status, Tick } from '../parts.tsx';
import { act, chosenKey, keys, nameOf, routes } from '../state.ts';
import { useStore } from '../store.ts';

type Given = Readonly<Record<string, string>>;

/** One operation: what it is, what it costs, and a form that sends it. */
export function OperationPage({ page, methods }: { page: Page; methods: readonly string[] }) {
  const { operation, method, path, surface } = page;
  return (
    <article class="operation">
      <h2>{operation.summary}</h2>
      <p class="mono toolbar">
        {methods.map((each) => (
          <a
            key={each}
            class="tab"
            href={`#/api/${surface}/${each}${path}`}
            aria-current={each === method ? 'true' : undefined}
          >
            <span class={`verb ${each}`}>{each}</span>
          </a>
        ))}{' '}
        {path}
      </p>
      {paragraphs(operation.description ?? '').map((text) => (
        <p key={text}>{inline(text)}</p>
      ))}
      <Form page={page} />
      {surface !== 'admin' && <Refusals page={page} />}
      <Sample page={page} />
    </article>
  );
}

function Form({ page }: { page: Page }) {
  const { operation, surface } = page;
  const all = useStore(keys);
  const chosen = useStore(chosenKey);
  const demo = all.find(({ key }) => key === 'demo-full')?.id ?? '';
  const [own, choose] = useState('');
  const key = own || chosen || demo;
  const inputs = (operation.parameters ?? []).filter((each) => !isPicked(each) && each.in !== 'header');
  const [given, fill] = useState<Given>(() =>
    Object.fromEntries(inputs.map((each) => [each.name, exampleOf(each)])),
  );
  const [fields, pick] = useState<readonly string[]>([]);
  const [body, write] = useState(() => sampleBody(page));
  const [sent, keep] = useState<Sent>();
  const asked = askedOf(page, inputs, given, fields, body, surface === 'admin' ? null : nameOf(key));
  const send = () =>
    act('Sent.', async () => {
      if (asked instanceof Error) throw asked;
      keep(surface === 'admin' ? await sendToAdmin(asked) : await sendToService(asked, key));
    });
  return (
    <Section title="Try it">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {surface !== 'admin' && (
          <Choice
            label="Key"
            value={key}
            onInput={choose}
            options={all.map((each) => [each.id, each.key] as const)}
          />
        )}
        {inputs.map(({ name, description, required }) => (
          <Field
            key={name}
            label={required ? `${name} *` : name}
            value={given[name] ?? ''}
            onInput={(value) => fill({ ...given, [name]: value })}
            {...(description !== undefined && { hint: description })}
          />
        ))}
        {body !== undefined && (
          <label class="field wide">
            <span>Body, JSON</span>
            <textarea
              rows={8}
              value={body}
              spellcheck={false}
              onInput={(event) => write(event.currentTarget.value)}
            />
          </label>
        )}
        <FieldsPicker page={page} picked={fields} pick={pick} />
        <div class="toolbar wrap wide">
          <button type="submit" class="button main">
            Send
          </button>
          {surface !== 'admin' && <Quote page={page} asked={asked} keyId={key} fields={fields} />}
        </div>
      </form>
      {sent && (
        <div class="reply">
          <p>
            <Status status={sent.status} /> <span class="soft">{sent.durationMs.toFixed(1)} ms</span>
          </p>
          <Code label="Reply" text={prettyText(sent.body)} />
        </div>
      )}
      {asked instanceof Error ? <p class="alert">{asked.message}</p> : <AsCode asked={asked} />}
    </Section>
  );
}

const exampleOf = ({ required, example }: Parameter): string =>
  required || example !== undefined ? String(example ?? '') : '';

/** The request that the form describes, or what is wrong with it. */
function askedOf(
  { method, path }: Page,
  inputs: readonly Parameter[],
  given: Given,
  fields: readonly string[],
  body: string | undefined,
  key: string | null,
): Asked | Error {
  const query = new URLSearchParams(
    inputs.flatMap(({ name, in: where }) => {
      const value = given[name] ?? '';
      return where === 'query' && value !== '' ? [[name, value]] : [];
    }),
  );
  for (const field of fields) query.append('fields', field);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const url = `${filled}${query.size > 0 ? `?${query}` : ''}`;
  if (body === undefined) return { method, url, key };
  try {
    const json = JSON.parse(body) as unknown;
    const withFields = fields.length > 0 && isObject(json) ? { ...json, fields } : json;
    return { method, url, key, body: withFields };
  } catch (error) {
    return new Error(`The body is not JSON: ${(error as Error).message}.`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sendToService = ({ method, url, body }: Asked, key: string): Promise<Sent> =>
  ask('post', '/__admin/send', {
    body: { method: method as 'GET', path: url, key, ...(body !== undefined && { body }) },
  });

async function sendToAdmin({ method, url, body }: Asked): Promise<Sent> {
  const startedAt = performance.now();
  const reply = await call(method, url.replace(/^\/__admin\//, './'), body);
  return {
    status: reply.status,
    headers: {},
    body: await reply.text(),
    durationMs: performance.now() - startedAt,
  };
}

interface PickerProps {
  page: Page;
  picked: readonly string[];
  pick: (fields: readonly string[]) => void;
}

/** Single fields, each at its own price. */
function FieldsPicker({ page, picked, pick }: PickerProps) {
  const prices = fieldsOf(page);
  if (!prices) return null;
  return (
    <fieldset class="fields wide">
      <legend>fields: none = the whole record</legend>
      {Object.entries(prices).map(([name, price]) => (
        <Tick
          key={name}
          label={`${name} ${price}`}
          on={picked.includes(name)}
          onInput={(on) => pick(on ? [...picked, name] : picked.filter((each) => each !== name))}
        />
      ))}
    </fieldset>
  );
}

interface QuoteProps {
  page: Page;
  asked: Asked | Error;
  keyId: string;
  fields: readonly string[];
}

/** The price before sending. */
function Quote({ page, asked, keyId, fields }: QuoteProps) {
  const served = useStore(routes);
  const operation = served.find((each) => each.path === page.path && each.method === page.method)?.operation;
  const [text, say] = useState('');
  const question = asked instanceof Error ? '' : JSON.stringify([asked.url, asked.body, keyId]);
  useEffect(() => {
    if (operation === undefined || asked instanceof Error) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      quoteOf(operation, asked, keyId).then(
        (price) => current && say(price),
        () => current && say(listed(page, fields)),
      );
    }, 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [question, operation]);
  return (
    <output class="price" aria-label="Price before sending">
      {text}
    </output>
  );
}

async function quoteOf(operation: string, { method, url, body }: Asked, key: string): Promise<string> {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const parameters = method === 'GET' ? parametersIn(query) : ((body ?? {}) as Record<string, unknown>);
  const { credits: price, refusal } = await ask('post', '/__admin/quote', {
    body: { operation, method: method as 'GET', parameters, key },
  });
  const amount =
    price.least === price.most ? credits(price.most) : `${credits(price.least)} to ${credits(price.most)}`;
  return `costs ${amount} credits${refusal ? `, but would be refused: ${refusal.status} ${refusal.code}` : ''}`;
}

const parametersIn = (query: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, name === 'fields' || values.length > 1 ? values : values[0]];
    }),
  );

/** The price of the list, where the sandbox cannot quote. */
function listed({ operation }: Page, fields: readonly string[]): string {
  const price = operation['x-price'];
  if (price?.credits === undefined) return '';
  const sum = fields.reduce((total, field) => total + (price.fields?.[field] ?? 0), 0);
  return `costs ${credits(fields.length > 0 ? Math.min(sum, price.credits) : price.credits)} credits`;
}

function AsCode({ asked }: { asked: Asked }) {
  const forms = { curl: curl(asked), TypeScript: fetchCode(asked), Python: pythonCode(asked) };
  const [form, show] = useState<keyof typeof forms>('curl');
  return (
    <div>
      <div class="toolbar wrap">
        {(Object.keys(forms) as (keyof typeof forms)[]).map((name) => (
          <button
            key={name}
            type="button"
            class={name === form ? 'tab on' : 'tab'}
            aria-pressed={name === form}
            onClick={() => show(name)}
          >
            {name}
          </button>
        ))}
        <Copy text={forms[form]}>copy</Copy>
      </div>
      <Code label={`The request as ${form}`} text={forms[form]} />
    </div>
  );
}

function Refusals({ page }: { page: Page }) {
  return (
    <Section title="Refusals">
      {refusalsOf(page).map(({ status, name, text }) => (
        <details key={text || status + name}>
          <summary>
            <Status status={Number(status)} code={name} />
          </summary>
          {text !== '' && <Code label={`${status} ${name}`} text={text} />}
        </details>
      ))}
    </Section>
  );
}

function Sample({ page }: { page: Page }) {
  const sample = sampleReply(page);
  if (sample === undefined) return null;
  return (
    <Section title="Example reply">
      <Code label="Example reply" text={sample} />
    </Section>
  );
}

const paragraphs = (text: string): string[] => text.split('\n\n').filter((each) => each !== '');

/** Text between backticks becomes code. */
const inline = (text: string) =>
  text.split('`').map((part, n) => (n % 2 === 1 ? <code key={`${n}`}>{part}</code> : part));
