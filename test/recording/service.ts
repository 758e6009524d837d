import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ExchangeFile } from '../../src/contract/exchange.ts';
import { openProxy, type ProxyOptions } from '../../src/recording/proxy.ts';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { createRecorder } from '../../src/recording/recorder.ts';
import { createSpendingCap } from '../../src/recording/spending-cap.ts';
import type { ServedRoute } from '../../src/service/http/served.ts';
import { commandIn } from '../cli/io.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';

/** A secret of a project that is always the same. */
export const secret = 'a secret of the tests, of no account whatsoever';

export const realKey = 'sandbox:plan=100000,fractional:the-real-key';

/** Runs a command line through `record`. @param url base URL of the service */
export const recordIn = (
  folder: string,
  url: string,
  command: string[],
  { flags = [], env = {} }: { flags?: string[]; env?: Record<string, string> } = {},
) =>
  commandIn(
    folder,
    ['record', '--target', url, '--spend', '5000', '--secret-env', 'PROJECT', ...flags, '--', ...command],
    {
      env: { PATH: process.env['PATH'] ?? '', CREATOR_SANDBOX_TARGET_KEY: realKey, PROJECT: secret, ...env },
    },
  );

export interface SentCall {
  method: string;
  path: string;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A command that sends calls one after the other. */
export const sending = (calls: readonly SentCall[]): string[] =>
  sendingBy(calls, 'for (const call of calls) await send(call);');

/** A command that sends them all at once. */
export const sendingAtOnce = (calls: readonly SentCall[]): string[] =>
  sendingBy(calls, 'await Promise.all(calls.map(send));');

const sendingBy = (calls: readonly SentCall[], loop: string): string[] => [
  process.execPath,
  '-e',
  `const calls = ${JSON.stringify(calls)};
   const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_KEY: key } = process.env;
   const send = ({ method, path, query, body }) => {
     const search = query ? '?' + new URLSearchParams(query) : '';
     const headers = { [path.startsWith('/v2') ? 'apiid' : 'api-key']: key };
     if (body !== undefined) headers['content-type'] = 'application/json';
     // a reply that breaks off is the proxy's business
     return fetch(url + path + search, { method, headers, body: JSON.stringify(body) }).then((reply) => reply.text()).catch(() => {});
   };
   (async () => { ${loop} })();`,
];

/** A call as the service gets it. */
export const sentText = ({ method, path, query, body }: SentCall): string => {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  return `${method} ${path}${search} ${body === undefined ? '' : JSON.stringify(body)}`;
};

/** One route for each method of an operation, which may have several paths. */
export const routesOf = (served: readonly ServedRoute[]): ServedRoute[] =>
  served.filter(
    ({ operation, method }, n) =>
      n === served.findIndex((each) => each.operation === operation && each.method === method),
  );

/** The sample request of a route. */
export const sampleOf = ({ method, operation, about }: ServedRoute): SentCall => ({
  method,
  path: `/${operation}`,
  ...(method === 'GET' ? { query: about.sample as Record<string, unknown> } : { body: about.sample }),
});

/** The files of recordings, by name. */
export const recordingsIn = (folder: string): Map<string, ExchangeFile> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json') && name !== 'agreement.json')
      .sort()
      .map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as ExchangeFile]),
  );

export type Handler = Parameters<typeof serving>[0];

/** A server that is not a sandbox. */
export async function serving(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** A proxy that makes one call at a time, and records it. @param target base URL of a service */
export async function proxyTo(
  target: string,
  maxCredits: number,
  more: Pick<Partial<ProxyOptions>, 'limits' | 'now' | 'onAnswered' | 'parallel'> = {},
) {
  const { deps } = await testApp({ vocabulary: 'neutral' });
  const { servedRoutes: served, words } = deps;
  const cap = createSpendingCap(maxCredits);
  const folder = newFolder();
  const names = createPseudonyms(Buffer.from(secret));
  const proxy = await openProxy({
    target: { url: target, v2Url: `${target}/v2`, key: realKey },
    ...{ standIn: 'stand-in', cap, served, words, parallel: 1 },
    recorder: createRecorder({ folder, names, served, words, secrets: [realKey] }),
    book: deps.prices,
    ...more,
  });
  onTestFinished(() => proxy.close());
  const ask = (name: string, init: RequestInit = {}) =>
    fetch(`${proxy.url}/clip/profile?uniqueId=${name}`, { headers: { 'api-key': 'stand-in' }, ...init });
  return { proxy, cap, ask, folder };
}
