import { type Page, refusalsOf, sampleReply } from '../documents.ts';
import { inlineCode } from '../inline-code.tsx';
import { Body } from '../json.tsx';
import { Section, Status } from '../parts.tsx';
import { TryIt } from './try-it.tsx';

interface OperationProps {
  page: Page;
  methods: readonly string[];
}

/** One operation: what it is, what it costs, and a form that sends it. */
export function OperationPage({ page, methods }: OperationProps) {
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
      {paragraphs(operation.description ?? '')
        .filter((text) => text !== `${operation.summary}.`)
        .map((text) => (
          <p key={text}>{inlineCode(text)}</p>
        ))}
      <TryIt page={page} />
      {surface !== 'admin' && <Refusals page={page} />}
      <Sample page={page} />
    </article>
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
          {text !== '' && <Body label={`${status} ${name}`} text={text} />}
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
      <Body label="Example reply" text={sample} />
    </Section>
  );
}

const paragraphs = (text: string): string[] => text.split('\n\n').filter((each) => each !== '');
