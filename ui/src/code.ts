/** A request as code. */
export interface CodeRequest {
  /** The base URL of the service, or of the admin surface. */
  base: string;
  method: string;
  /** Path and query. */
  url: string;
  body?: unknown;
  /** The key as shown; null without one. */
  key: string | null;
  /** The admin surface requires its token. */
  needsToken?: boolean;
}

/** The header that authenticates a request: its value, or the environment variable that holds it. */
interface Credential {
  header: string;
  prefix: string;
  value?: string;
  variable: string;
}

/** Code may show a demo key, which is public; any other key and the admin token come from the environment. */
function credentialOf({ url, key, needsToken }: CodeRequest): Credential | undefined {
  if (needsToken) return { header: 'authorization', prefix: 'Bearer ', variable: 'SANDBOX_ADMIN_TOKEN' };
  if (key === null) return undefined;
  const header = /^\/v2(\/|\?|$)/.test(url) ? 'apiId' : 'api-key';
  const variable = 'CREATOR_SANDBOX_KEY';
  return { header, prefix: '', variable, ...(key.startsWith('demo-') && { value: key }) };
}

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curl(request: CodeRequest): string {
  const { base, method, url, body } = request;
  const credential = credentialOf(request);
  return [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`}`,
    ...(credential ? [`-H ${inShell(credential)}`] : []),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${shell(JSON.stringify(body))}`]),
    shell(base + url),
  ].join(' \\\n  ');
}

const inShell = ({ header, prefix, value, variable }: Credential): string =>
  value === undefined ? `"${header}: ${prefix}$${variable}"` : shell(`${header}: ${prefix}${value}`);

const text = (value: string): string => JSON.stringify(value);

function init(request: CodeRequest, indent: string): string {
  const { method, body } = request;
  const credential = credentialOf(request);
  const headers = [
    ...(credential ? [inScript(credential)] : []),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ];
  const lines = [
    ...(method === 'GET' ? [] : [`method: ${text(method)},`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  return lines.length === 0 ? '' : `, {\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}}`;
}

function inScript({ header, prefix, value, variable }: Credential): string {
  const name = /^\w+$/.test(header) ? header : `'${header}'`;
  if (value !== undefined) return `${name}: ${text(prefix + value)}`;
  const fromEnvironment = `process.env.${variable}`;
  return `${name}: ${prefix === '' ? fromEnvironment : `\`${prefix}\${${fromEnvironment}}\``}`;
}

export const fetchCode = (request: CodeRequest): string =>
  `const reply = await fetch(${text(request.base + request.url)}${init(request, '')});\nconsole.log(reply.status, await reply.json());`;

function pythonArguments(request: CodeRequest, base: string): string {
  const { method, body, url } = request;
  const credential = credentialOf(request);
  const headers = [
    ...(credential ? [inPython(credential)] : []),
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

function inPython({ header, prefix, value, variable }: Credential): string {
  const fromEnvironment = `os.environ[${text(variable)}]`;
  const computed = prefix === '' ? fromEnvironment : `${text(prefix)} + ${fromEnvironment}`;
  return `${text(header)}: ${value === undefined ? computed : text(prefix + value)}`;
}

export const pytestCode = (request: CodeRequest, status: number): string =>
  `import os, urllib.error, urllib.request


def test_answers_${status}():
    request = urllib.request.Request(
    ${pythonArguments(request, 'os.environ["CREATOR_SANDBOX_URL"]').replaceAll('\n', '\n    ')},
    )
    try:
        status = urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        status = error.code
    assert status == ${status}`;
