import { useState } from 'preact/hooks';
import { fetchAdmin, type Sent, sendAs } from '../api.ts';
import { type CodeRequest, curl } from '../code.ts';
import { type Page, type Parameter, sampleBody } from '../documents.ts';
import { Body } from '../json.tsx';
import { Choice, Code, Field, Form, Section, Status, Submit } from '../parts.tsx';
import { keys, nameOf, runAction, shownKey, useServiceUrl } from '../state.ts';
import { useStore } from '../store.ts';
import { token } from '../token.ts';
import { CopyCode } from './copy-code.tsx';
import { Quote } from './quote.tsx';

type Given = Readonly<Record<string, string>>;

/** A form that prices and sends a request to one operation. */
export function TryIt({ page }: { page: Page }) {
  const { operation, surface } = page;
  const all = useStore(keys);
  const demo = (all.find(({ key }) => key === 'demo-full') ?? all[0])?.id ?? '';
  const [selectedKey, setSelectedKey] = useState('');
  const key = selectedKey || demo;
  const inputs = (operation.parameters ?? []).filter(({ in: where }) => where !== 'header');
  const [given, setGiven] = useState<Given>(() =>
    Object.fromEntries(inputs.map((each) => [each.name, exampleOf(each)])),
  );
  const [body, setBody] = useState(() => sampleBody(page));
  const [sent, setSent] = useState<Sent>();
  const needsToken = useStore(token) !== '' && surface === 'admin';
  const described = requestOf(page, inputs, given, body, surface === 'admin' ? null : shownKey(key));
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
        <div class="toolbar wide">
          <Submit>Send</Submit>
          {surface !== 'admin' && <Quote page={page} request={request} keyId={key} />}
        </div>
      </Form>
      {sent && (
        <div class="reply">
          <p>
            <Status status={sent.status} /> <span class="soft">{sent.durationMs.toFixed(1)} ms</span>
          </p>
          <Body label="Reply" text={sent.body} />
        </div>
      )}
      {request instanceof Error ? (
        <p class="alert">{request.message}</p>
      ) : (
        <>
          <div class="toolbar">
            <CopyCode request={request} {...(surface !== 'admin' && { status: sent?.status ?? 200 })} />
          </div>
          <Code label="The request as curl">{curl(request)}</Code>
        </>
      )}
    </Section>
  );
}

const exampleOf = ({ required, example }: Parameter): string =>
  required || example !== undefined ? String(example ?? '') : '';

/** The request that the form describes, or what is wrong with it. */
function requestOf(
  { method, path }: Page,
  inputs: readonly Parameter[],
  given: Given,
  body: string | undefined,
  key: string | null,
): Omit<CodeRequest, 'base'> | Error {
  const query = new URLSearchParams([
    ...inputs.flatMap(({ name, in: where }): [string, string][] => {
      const value = given[name] ?? '';
      if (where !== 'query' || value === '') return [];
      // Fields are names, each of them a parameter, or JSON.
      const values = name === 'fields' && !value.startsWith('{') ? value.split(/\s*,\s*/) : [value];
      return values.map((each) => [name, each]);
    }),
  ]);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const url = `${filled}${query.size > 0 ? `?${query}` : ''}`;
  if (body === undefined) return { method, url, key };
  try {
    return { method, url, key, body: JSON.parse(body) as unknown };
  } catch (error) {
    return new Error(`The body is not JSON: ${(error as Error).message}.`);
  }
}

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
