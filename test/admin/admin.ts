import { Buffer } from 'node:buffer';
import { expect } from 'vitest';
import type { Answer, TestApp } from '../harness.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the admin surface; a body is sent as JSON. */
export const adminOf =
  ({ ask }: Pick<TestApp, 'ask'>) =>
  (method: Method, path: string, payload?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    ask({
      method,
      url: `/__admin${path}`,
      headers: {
        host: 'localhost:4310',
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload: Buffer.from(JSON.stringify(payload)) }),
    });

export type Admin = ReturnType<typeof adminOf>;

/** The complete body of a refusal of the admin surface. */
export const problem = (status: number, detail: unknown = expect.any(String), more: object = {}) => ({
  type: 'about:blank',
  title: expect.any(String),
  status,
  detail,
  ...more,
});
