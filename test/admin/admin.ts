import { Buffer } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import { expect } from 'vitest';
import { type Answer, type TestApp, testApp } from '../harness.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the admin surface; a body is sent as JSON. Each answer has a status that the document names. */
export const adminOf =
  ({ ask }: Pick<TestApp, 'ask'>) =>
  async (
    method: Method,
    path: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await ask({
      method,
      url: `/__admin${path}`,
      headers: {
        host: 'localhost:4310',
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload: Buffer.from(JSON.stringify(payload)) }),
    });
    const statuses = await documentedFor(method, path.split('?', 1)[0] ?? '');
    if (statuses && !unforeseen.has(answer.status))
      expect(statuses, `${method} ${path}`).toContain(String(answer.status));
    return answer;
  };

/** A path that cannot be read, one that is too long, a failure of the sandbox itself. */
const unforeseen: ReadonlySet<number> = new Set([400, 414, 500]);

interface Documented {
  paths: Record<string, Record<string, { responses: object }>>;
}

let documented: Promise<Documented> | undefined;

async function documentOfOwn(): Promise<Documented> {
  const { ask } = await testApp();
  const headers = { host: 'localhost' };
  return (await ask({ url: '/__admin/openapi.json?surface=admin', headers })).body as unknown as Documented;
}

/** The statuses that the document of the admin surface names; undefined for a path that it does not have. */
async function documentedFor(method: Method, path: string): Promise<string[] | undefined> {
  documented ??= documentOfOwn();
  const { paths } = await documented;
  const [known = ''] = Object.keys(paths)
    .filter((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`/__admin${path}`))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const operation = paths[known]?.[method.toLowerCase()];
  return operation && Object.keys(operation.responses);
}

export type Admin = ReturnType<typeof adminOf>;

/** As RFC 9110 has them. */
const titles: Readonly<Record<number, string | undefined>> = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
};

/** The complete body of a refusal of the admin surface. */
export const problem = (status: number, detail: unknown = expect.any(String), more: object = {}) => ({
  type: 'about:blank',
  title: titles[status],
  status,
  detail,
  ...more,
});
