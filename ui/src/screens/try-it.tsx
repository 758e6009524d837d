import { useState } from 'preact/hooks';
import { fetchAdmin, type Sent, sendAs } from '../api.ts';
import type { CodeRequest } from '../code.ts';
import { type Page, type Parameter, sampleBody } from '../documents.ts';
import { type Fields, fieldsOf, inQuery, type Picked } from '../fields.ts';
import { Choice, Code, Field, Form, prettyText, Section, Status, Submit } from '../parts.tsx';
import { chosenKey, keys, nameOf, runAction, shownKey, useServiceUrl } from '../state.ts';
import { useStore } from '../store.ts';
import { token } from '../token.ts';
import { AsCode } from './as-code.tsx';
import { FieldsPicker } from './fields-picker.tsx';
import { Quote } from './quote.tsx';

type Given = Readonly<Record<string, string>>;

/** A form that prices and sends a request to one operation. */
export function TryIt({ page, pages }: { page: Page; pages: readonly Page[] }) {
  const { operation, surface } = page;
  const all = useStore(keys);
  const chosen = useStore(chosenKey);
  const demo = (all.find(({ key }) => key === 'demo-full') ?? all[0])?.id ?? '';
  const [selectedKey, setSelectedKey] = useState('');
  const key = selectedKey || chosen || demo;
  const inputs = (operation.parameters ?? []).filter(
    ({ name, in: where }) => name !== 'fields' && where !== 'header',
  );
  const fields = fieldsOf(page, pages);
  const [given, setGiven] = useState<Given>(() =>
    Object.fromEntries(inputs.map((each) => [each.name, exampleOf(each)])),
  );
  const [picked, setPicked] = useState<Picked>();
  const [body, setBody] = useState(() => sampleBody(page));
  const [sent, setSent] = useState<Sent>();
  const needsToken = useStore(token) !== '' && surface === 'admin';
  const described = requestOf(page, inputs, given, picked, body, surface === 'admin' ? null : shownKey(key));
  const serviceUrl = useServiceUrl();
  const base = surface === 'admin' ? location.origin : serviceUrl;
  const request = described instanceof Error ? described : { ...described, base, needsToken };
  const send = () =>
    runAction('Sent.', async () => {
      if (request instanceof Error) throw request;
      setSent(surface === 'admin' ? await sendToAdmin(request) : await sendAs(key, request));
    });
  return (
    <Section title="Try it">
      <Form onSubmit={send}>
        {surface !== 'admin' && (
          <Choice
            label="Key"
            value={key}
            onInput={setSelectedKey}
            options={all.map(({ id }) => [id, nameOf(id)] as const)}
          />
        )}
        {inputs.map(({ name, description, required }) => (
          <Field
            key={name}
            label={required ? `${name} *` : name}
            value={given[name] ?? ''}
            onInput={(value) => setGiven({ ...given, [name]: value })}
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
              onInput={(event) => setBody(event.currentTarget.value)}
            />
          </label>
        )}
        {fields && (
          <FieldsPicker legend={legendOf(fields)} fields={fields} picked={picked} pick={setPicked} />
        )}
        <div class="toolbar wrap wide">
          <Submit>Send</Submit>
          {surface !== 'admin' && <Quote page={page} request={request} keyId={key} />}
        </div>
      </Form>
      {sent && (
        <div class="reply">
          <p>
            <Status status={sent.status} /> <span class="soft">{sent.durationMs.toFixed(1)} ms</span>
          </p>
          <Code label="Reply" text={prettyText(sent.body)} />
        </div>
      )}
      {request instanceof Error ? <p class="alert">{request.message}</p> : <AsCode request={request} />}
    </Section>
  );
}

const legendOf = ({ kind }: Fields): string =>
  kind === 'records' ? 'fields: records that each creator carries' : 'fields: none = the whole record';

const exampleOf = ({ required, example }: Parameter): string =>
  required || example !== undefined ? String(example ?? '') : '';

/** The request that the form describes, or what is wrong with it. */
function requestOf(
  { method, path }: Page,
  inputs: readonly Parameter[],
  given: Given,
  picked: Picked,
  body: string | undefined,
  key: string | null,
): Omit<CodeRequest, 'base'> | Error {
  const query = new URLSearchParams([
    ...inputs.flatMap(({ name, in: where }): [string, string][] => {
      const value = given[name] ?? '';
      return where === 'query' && value !== '' ? [[name, value]] : [];
    }),
    ...(body === undefined ? inQuery(picked) : []),
  ]);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const url = `${filled}${query.size > 0 ? `?${query}` : ''}`;
  if (body === undefined) return { method, url, key };
  try {
    const json = JSON.parse(body) as unknown;
    const withFields = picked !== undefined && isObject(json) ? { ...json, fields: picked } : json;
    return { method, url, key, body: withFields };
  } catch (error) {
    return new Error(`The body is not JSON: ${(error as Error).message}.`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function sendToAdmin({ method, url, body }: CodeRequest): Promise<Sent> {
  const startedAt = performance.now();
  const reply = await fetchAdmin(method, url.replace(/^\/__admin\//, './'), body);
  return {
    status: reply.status,
    headers: {},
    body: await reply.text(),
    durationMs: performance.now() - startedAt,
  };
}
