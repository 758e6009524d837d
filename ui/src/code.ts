/** A request as code. */
export interface Asked {
  method: string;
  /** Path and query. */
  url: string;
  body?: unknown;
  /** The key as shown; null without one. */
  key: string | null;
}

/** Code may show a demo key, which is public; any other comes from the environment. */
const isDemo = (key: string): boolean => key.startsWith('demo-');

const headerOf = ({ url }: Asked): string => (/^\/v2(\/|\?|$)/.test(url) ? 'apiId' : 'api-key');

const origin = (): string => location.origin;

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curl(asked: Asked): string {
  const { method, url, body, key } = asked;
  return [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`}`,
    ...(key === null
      ? []
      : [
          isDemo(key)
            ? `-H ${shell(`${headerOf(asked)}: ${key}`)}`
            : `-H "${headerOf(asked)}: $CREATOR_SANDBOX_KEY"`,
        ]),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${shell(JSON.stringify(body))}`]),
    shell(origin() + url),
  ].join(' \\\n  ');
}

const text = (value: string): string => JSON.stringify(value);

function init(asked: Asked, indent: string): string {
  const { method, body, key } = asked;
  const header = headerOf(asked) === 'apiId' ? 'apiId' : "'api-key'";
  const headers = [
    ...(key === null ? [] : [`${header}: ${isDemo(key) ? text(key) : 'process.env.CREATOR_SANDBOX_KEY'}`]),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ];
  const lines = [
    ...(method === 'GET' ? [] : [`method: ${text(method)},`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  return lines.length === 0 ? '' : `, {\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}}`;
}

export const fetchCode = (asked: Asked): string =>
  `const reply = await fetch(${text(origin() + asked.url)}${init(asked, '')});\nconsole.log(reply.status, await reply.json());`;

export const vitestCode = (asked: Asked, status: number): string =>
  `import { expect, it } from 'vitest';

it('answers ${status}', async () => {
  const reply = await fetch(process.env.CREATOR_SANDBOX_URL + ${text(asked.url)}${init(asked, '  ')});
  expect(reply.status).toBe(${status});
});`;

function pythonArguments({ method, body, key, url }: Asked, base: string): string {
  const header = headerOf({ method, url, key });
  const value = key !== null && isDemo(key) ? text(key) : 'os.environ["CREATOR_SANDBOX_KEY"]';
  const headers = [
    ...(key === null ? [] : [`${text(header)}: ${value}`]),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ];
  return [
    `${base} + ${text(url)}`,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    // JSON as text: its true, false and null are no Python.
    ...(body === undefined ? [] : [`data=${text(JSON.stringify(body))}.encode()`]),
    ...(method === 'GET' ? [] : [`method=${text(method)}`]),
  ].join(',\n    ');
}

export const pythonCode = (asked: Asked): string =>
  `import json, os, urllib.request

request = urllib.request.Request(
    ${pythonArguments(asked, text(origin()))},
)
print(json.load(urllib.request.urlopen(request)))`;

export const pytestCode = (asked: Asked, status: number): string =>
  `import os, urllib.error, urllib.request


def test_answers_${status}():
    request = urllib.request.Request(
    ${pythonArguments(asked, 'os.environ["CREATOR_SANDBOX_URL"]').replaceAll('\n', '\n    ')},
    )
    try:
        status = urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        status = error.code
    assert status == ${status}`;
