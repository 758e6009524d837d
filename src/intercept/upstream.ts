import { request as httpRequest } from 'node:http';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { UsageError } from '../core/errors.ts';
import { covers } from './service-hosts.ts';

/** Variables of a command. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The way to hosts that are not of the service: the proxy that the environment names, or none. */
export interface Upstream {
  /** The proxy for a URL of this scheme and host. */
  proxyFor(scheme: 'http' | 'https', host: string): URL | undefined;
  /** Opens a tunnel. @throws what a client of the proxy is told */
  tunnel(host: string, port: number): Promise<Socket>;
}

/** @throws UsageError for a proxy that this one cannot go on to */
export function readUpstream(env: Environment): Upstream {
  const proxies = { http: proxyOf(env, 'http_proxy'), https: proxyOf(env, 'https_proxy') };
  const entries = noProxyOf(env);
  const proxyFor: Upstream['proxyFor'] = (scheme, host) =>
    entries.some((entry) => covers(entry, host)) ? undefined : proxies[scheme];
  return {
    proxyFor,
    tunnel(host, port) {
      const proxy = proxyFor('https', host);
      return proxy ? tunnelThrough(proxy, host, port) : directly.tunnel(host, port);
    },
  };
}

/** The way without a proxy. */
export const directly: Upstream = {
  proxyFor: () => undefined,
  tunnel: (host, port) => connected(connect(port, host)),
};

/** The entries of NO_PROXY. */
export const noProxyOf = (env: Environment): string[] =>
  (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[,\s]+/).filter(Boolean);

/** Clients differ in the case that they prefer; most take the lower one. */
function proxyOf(env: Environment, name: string): URL | undefined {
  const found = [name, name.toUpperCase(), 'all_proxy', 'ALL_PROXY'].find((each) => env[each]);
  const text = found === undefined ? undefined : env[found];
  if (text === undefined) return undefined;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)) return new URL(url);
  throw new UsageError(
    `${found} names a proxy that --service cannot go on to: give one of http or https, or none.`,
  );
}

export const basic = (userAndPassword: string): string =>
  `Basic ${Buffer.from(userAndPassword).toString('base64')}`;

/** The header by which a proxy knows its user. */
export const authorizationOf = ({ username, password }: URL): Record<string, string> =>
  username === ''
    ? {}
    : {
        'proxy-authorization': basic(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`),
      };

function tunnelThrough(proxy: URL, host: string, port: number): Promise<Socket> {
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const send = proxy.protocol === 'https:' ? https.request : httpRequest;
  const headers = { host: path, ...authorizationOf(proxy) };
  return new Promise((resolve, reject) => {
    send({ ...addressOf(proxy), method: 'CONNECT', path, headers, agent: false })
      .on('connect', (reply, socket, head) => {
        if (reply.statusCode === 200) {
          if (head.length > 0) socket.unshift(head);
          resolve(socket as Socket);
        } else {
          socket.destroy();
          reject(new Error(`the proxy of the environment answered ${reply.statusCode}`));
        }
      })
      .on('error', reject)
      .end();
  });
}

/** Where a URL leads, for Node's client. */
export const addressOf = ({ hostname, port, protocol }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port) || (protocol === 'https:' ? 443 : 80),
});

const connected = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('error', reject);
  });
