import type { Document, Operation } from './types.ts';

/** The sample request as a shell command. */
export function curlOf(document: Document, path: string, method: string, operation: Operation): string {
  const [header = ''] = Object.keys(document.components.securitySchemes);
  const query = new URLSearchParams(
    (operation.parameters ?? []).flatMap(({ name, example }): [string, string][] =>
      example === undefined ? [] : [[name, String(example)]],
    ),
  ).toString();
  const url = `${document.servers[0]?.url}${path}${query === '' ? '' : `?${query}`}`;
  const body = operation.requestBody?.content['application/json']?.examples?.['sample']?.value;
  const streams = operation.responses['200']?.content?.['text/event-stream'] !== undefined;
  return [
    streams ? 'curl -sN' : 'curl -s',
    `-H ${quoted(`${header}: demo-full`)}`,
    ...(method === 'POST'
      ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`]
      : []),
    quoted(url),
  ].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
