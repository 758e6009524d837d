import { type Html, html } from '../../core/html.ts';
import { curlOf } from './curl.ts';
import { fieldsOf } from './fields.ts';
import { style } from './style.ts';
import type { Document, Operation, Response } from './types.ts';

/** Renders a document of the service as one HTML page. */
export function page(document: Document, generation: number, generations: readonly number[]): string {
  const paths = Object.entries(document.paths).map(([path, methods]): Resource => {
    const forms = Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      operation,
    }));
    return { path, forms, first: (forms[0] as Form).operation };
  });
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    resources: paths.filter(({ first }) => first.tags[0] === name),
  }));

  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<div class="page">
<nav aria-label="Operations">
<p>${generations.map((each) => html`<a ${each === generation && html`class="current" aria-current="page"`} href="docs?generation=${each}">Generation ${each}</a> `)}</p>
${groups.map(({ name, resources }) => html`<h2>${name}</h2><ul>${resources.map(({ path, first }) => html`<li><a href="#${first.operationId}">${path}</a></li>`)}</ul>`)}
<h2><a href="#refusals">refusals</a></h2>
</nav>
<main>
<h1>${document.info.title}</h1>
${paragraphs(document.info.description)}
<p>Base URL <code>${document.servers[0]?.url}</code>; send the key in the header <code>${keyHeader(document)}</code>. The OpenAPI document: <a href="openapi.json?generation=${generation}">openapi.json</a>.</p>
<details><summary>Envelope of all successful replies</summary>${table(document, document.components.schemas['Envelope'])}</details>
${groups.map(
  ({ name, description, resources }) =>
    html`<h2>${name}</h2><p>${description}</p>${resources.map((resource) => article(document, resource))}`,
)}
<h2 id="refusals">Refusals</h2>
<p>The body of each refusal. The replies of an operation list those that it can answer.</p>
${refusals(document)}
</main>
</div>
</body>
</html>
`.html;
}

interface Form {
  method: string;
  operation: Operation;
}

interface Resource {
  path: string;
  forms: Form[];
  first: Operation;
}

const article = (
  document: Document,
  { path, forms, first }: Resource,
): Html => html`<article id="${first.operationId}">
<h3>${first.summary}</h3>
<p class="path">${forms.map(({ method }) => html`<span class="${method}">${method}</span>`)}${path}</p>
${paragraphs(first.description.split('\n\n').slice(1).join('\n\n'))}
<p class="hint">Operation ${forms.map(({ operation }, n) => html`${n > 0 && ', '}<code>${operation.operationId}</code>`)}</p>
${forms.map((form) => request(document, path, form))}
<h4>Replies</h4>
<table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody>
${Object.entries(first.responses).map(([status, response]) => html`<tr><td>${status}</td><td>${inline(resolved(document, response).description)}</td></tr>`)}
</tbody></table>
${reply(document, first)}
</article>`;

function request(document: Document, path: string, { method, operation }: Form): Html {
  const { parameters = [], requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return html`<h4>${method} ${body ? 'takes a JSON body' : parameters.length > 0 ? 'takes parameters' : 'takes nothing'}</h4>
${
  parameters.length > 0 &&
  table(document, {
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema, content }) => [
        name,
        {
          ...(schema ?? content?.['application/json']?.schema),
          ...(description !== undefined && { description }),
        },
      ]),
    ),
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  })
}${body && table(document, body)}
<pre class="copy">${curlOf(document, path, method, operation)}</pre>`;
}

function reply(document: Document, { responses }: Operation): Html {
  const content = Object.values(resolved(document, responses['200']).content ?? {})[0];
  const { contentSchema, properties } = content?.schema ?? {};
  const data = contentSchema ?? properties?.['data'] ?? content?.schema;
  const sample = content?.examples?.['sample']?.value;
  return html`${data && html`<details><summary>Fields of the reply</summary>${table(document, data)}</details>`}
${sample !== undefined && html`<details><summary>Example reply</summary><pre>${typeof sample === 'string' ? sample : JSON.stringify(sample, null, 2)}</pre></details>`}`;
}

/** Every refusal of the generation once. */
function refusals(document: Document): Html[] {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const byName = new Map(
    operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        Object.entries(resolved(document, response).content?.['application/json']?.examples ?? {}).map(
          ([name, { value }]): [string, Html] => [
            name,
            html`<h4>${status} ${name}</h4><pre>${JSON.stringify(value, null, 2)}</pre>`,
          ],
        ),
      ),
    ),
  );
  byName.delete('sample');
  return [...byName.values()];
}

function resolved(document: Document, response: Response | undefined): Response {
  const name = response?.$ref?.split('/').at(-1);
  return (name === undefined ? response : document.components.responses?.[name]) ?? { description: '' };
}

const keyHeader = ({ components }: Document): string => Object.keys(components.securitySchemes)[0] ?? '';

function table(document: Document, schema: Parameters<typeof fieldsOf>[1]): Html {
  const fields = fieldsOf(document, schema);
  return html`<table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody>
${fields.map(
  ({ name, type, required, description }) =>
    html`<tr><td><code>${name}</code></td><td>${inline(description)} <span class="hint">${type}${required ? '' : ', may be absent'}</span></td></tr>`,
)}
</tbody></table>`;
}

const paragraphs = (text: string): Html[] =>
  text
    .split('\n\n')
    .filter((each) => each !== '')
    .map((each) => html`<p>${inline(each)}</p>`);

/** Text between backticks becomes code. */
const inline = (text: string): Html[] =>
  text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
