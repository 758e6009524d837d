import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { isLoopback, sameText } from '../admin/guard.ts';
import { looksReal } from '../core/keys/looks-real.ts';
import { namesKey } from '../core/keys/redactor.ts';
import { type ServiceServer, serverLimits, withoutHop } from './serve.ts';
import { normalHost } from './service-hosts.ts';
import { addressOf, authorizationOf, basic, directly, type Upstream } from './upstream.ts';

export interface ProxyOptions {
  /** Clients must send it; undefined if any may come. */
  readonly secret: string | undefined;
  readonly services: ServiceServer | undefined;
  /** The way to all other hosts; `loopback` to those of this machine alone, `none` to no other. */
  readonly onward: Upstream | 'loopback' | 'none';
  /** Called with each host that is refused. */
  readonly onRefused: (host: string, hasRealKey: boolean) => void;
}

/** A proxy for the clients of a command. Named hosts are served, never reached. */
export function createProxy(options: ProxyOptions): Server {
  const { secret, services } = options;
  const known = secret === undefined ? undefined : basic(secret);
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    known === undefined || sameText(headers['proxy-authorization'] ?? '', known);
  const proxy = createServer(serverLimits, (incoming, reply) => {
    if (isAllowed(incoming)) answer(options, incoming, reply);
    else sendText(reply, 407, noSecret, { 'proxy-authenticate': challenge });
  });
  proxy.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy());
    const [, name = '', port = '443'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(incoming.url ?? '') ?? [];
    const host = normalHost(name);
    if (!isAllowed(incoming)) refuse(client, '407 Proxy Authentication Required', noSecret, challengeLine);
    else if (services?.isNamed(host)) {
      client.write(established);
      if (head.length > 0) client.unshift(head);
      services.admit(client);
    } else void tunnel(options, { client, head, host, port: Number(port) });
  });
  return proxy;
}

function answer(options: ProxyOptions, incoming: IncomingMessage, reply: ServerResponse): void {
  const { services, onRefused } = options;
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : undefined;
  const isHttp = url !== undefined && ['http:', 'https:'].includes(url.protocol);
  const host = normalHost(url?.hostname ?? (incoming.headers.host ?? '').replace(/:\d+$/, ''));
  const onward = url && onwardTo(options, host);
  if (services?.isNamed(host) && (isHttp || !url)) services.answer(incoming, reply);
  else if (!onward) {
    onRefused(url ? host : 'no host', hasRealKey(incoming));
    sendText(reply, 403, refusalOf(url ? host : 'no host'));
  } else if (!isHttp || (isLoopback(host) && url.protocol === 'https:')) sendText(reply, 400, noTunnel);
  else forward(incoming, reply, url, onward.proxyFor(url.protocol === 'https:' ? 'https' : 'http', host));
}

/** @returns the way to a host; undefined if it may not be reached */
function onwardTo({ onward }: ProxyOptions, host: string): Upstream | undefined {
  if (onward === 'none') return undefined;
  if (isLoopback(host)) return directly;
  return onward === 'loopback' ? undefined : onward;
}

async function tunnel(
  options: ProxyOptions,
  { client, head, host, port }: { client: Socket; head: Buffer; host: string; port: number },
): Promise<void> {
  const onward = onwardTo(options, host);
  if (!onward) {
    options.onRefused(host, false);
    return refuse(client, '403 Forbidden', refusalOf(host));
  }
  if (port <= 0 || port > 65_535) return refuse(client, '400 Bad Request', '');
  try {
    const socket = await onward.tunnel(host, port);
    socket.on('error', () => client.destroy());
    client.once('close', () => socket.destroy());
    client.write(established);
    socket.write(head);
    socket.pipe(client).pipe(socket);
  } catch (error) {
    const { message } = error as Error;
    refuse(client, '502 Bad Gateway', `creator-sandbox: ${host} was not reached: ${message}.\n`);
  }
}

/** @param proxy of the environment */
function forward(incoming: IncomingMessage, reply: ServerResponse, url: URL, proxy: URL | undefined): void {
  const authorization = proxy ? Object.entries(authorizationOf(proxy)).flat() : [];
  const headers = [...withoutHop(incoming.rawHeaders), ...authorization, 'connection', 'close'];
  const send = (proxy ?? url).protocol === 'https:' ? https.request : httpRequest;
  const path = proxy ? url.href : `${url.pathname}${url.search}`;
  const { method = 'GET' } = incoming;
  const onward = send({ ...addressOf(proxy ?? url), method, path, headers, agent: false }, (answered) => {
    const { statusCode: status = 502 } = answered;
    reply.writeHead(status < 100 ? 502 : status, answered.headers);
    pipeline(answered, reply, () => {});
  });
  onward.on('error', () => reply.destroy());
  reply.once('close', () => onward.destroy());
  incoming.pipe(onward);
}

const sendText = (reply: ServerResponse, status: number, text: string, headers = {}): void =>
  void reply.writeHead(status, { ...headers, 'content-type': 'text/plain' }).end(text);

const refuse = (client: Duplex, status: string, sentence: string, headers = ''): void =>
  void client.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\n\r\n${sentence}`);

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n';
const challenge = 'Basic realm="creator-sandbox"';
const challengeLine = `Proxy-Authenticate: ${challenge}\r\n`;
const noSecret = 'creator-sandbox --service: this proxy serves the command of its run alone.\n';
const noTunnel = 'creator-sandbox --guard: ask for a tunnel (CONNECT) to reach https on this machine.\n';

const refusalOf = (host: string): string =>
  `creator-sandbox --guard: this command must not reach ${host}. Point the client at CREATOR_SANDBOX_URL.\n`;

const hasRealKey = ({ headers }: IncomingMessage): boolean =>
  Object.entries(headers).some(
    ([name, value]) => namesKey(name) && typeof value === 'string' && looksReal(value),
  );
