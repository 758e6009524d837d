import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { isLoopback } from '../admin/guard.ts';
import { formatCount, formatTimes } from '../core/count.ts';
import { looksReal } from '../core/keys/looks-real.ts';
import { namesKey } from '../core/keys/redactor.ts';
import type { GateResult, Report } from '../report/model.ts';

/** A proxy for the command of `exec`, so that its tests cannot reach the paid service by accident. */
export interface Guard {
  /** The variables by which HTTP clients find the proxy, Node's own switch included. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the guard refused, as a gate. @param report of the run: it has the real keys that were sent to the sandbox */
  result(report: Report): GateResult;
  close(): void;
}

/** Further hosts are counted, not named. */
const maxNames = 5;

/** Refuses every host but those of this machine. */
export async function openGuard(): Promise<Guard> {
  const attempts = new Map<string, number>();
  let realKeys = 0;
  const sockets = new Set<Socket>();
  const server = createServer(answer);
  server.on('connect', tunnel);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const loopback = 'localhost,127.0.0.1,::1';

  return {
    environment: {
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      http_proxy: url,
      https_proxy: url,
      NO_PROXY: loopback,
      no_proxy: loopback,
      NODE_USE_ENV_PROXY: '1',
    },
    result(report) {
      const sent = report.receipt.byKey.filter((row) => row.looksReal).length;
      return resultOf(attempts, realKeys + sent);
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };

  function answer(incoming: IncomingMessage, reply: ServerResponse): void {
    const target = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : undefined;
    if (target && isLoopback(withoutBrackets(target.hostname))) {
      if (target.protocol === 'http:') forward(incoming, reply, target);
      else reply.writeHead(400, { 'content-type': 'text/plain' }).end(noTunnel);
      return;
    }
    const host = target?.hostname ?? 'no host';
    noteAttempt(host);
    if (hasRealKey(incoming)) realKeys += 1;
    reply.writeHead(403, { 'content-type': 'text/plain' }).end(refusalOf(host));
  }

  function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): void {
    client.on('error', () => client.destroy());
    const [, host = '', port = '443'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(incoming.url ?? '') ?? [];
    if (isLoopback(host)) {
      if (isPort(Number(port))) openTunnel(client, host, Number(port), head);
      else client.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      return;
    }
    noteAttempt(host);
    client.end(`HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n${refusalOf(host)}`);
  }

  function noteAttempt(host: string): void {
    attempts.set(host, (attempts.get(host) ?? 0) + 1);
  }
}

function forward(incoming: IncomingMessage, reply: ServerResponse, target: URL): void {
  const { method, headers } = incoming;
  const onward = request(target, { ...(method && { method }), headers }, (answered) => {
    const { statusCode: status = 502 } = answered;
    reply.writeHead(status < 100 ? 502 : status, answered.headers);
    pipeline(answered, reply, () => {});
  });
  onward.on('error', () => reply.destroy());
  reply.once('close', () => onward.destroy());
  incoming.pipe(onward);
}

function openTunnel(client: Duplex, host: string, port: number, head: Buffer): void {
  const onward = connect(port, host, () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    onward.write(head);
    onward.pipe(client).pipe(onward);
  });
  onward.on('error', () => client.destroy());
  client.once('close', () => onward.destroy());
}

const isPort = (port: number): boolean => port > 0 && port < 65_536;

const noTunnel = 'creator-sandbox --guard: ask for a tunnel (CONNECT) to reach https on this machine.\n';

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

const refusalOf = (host: string): string =>
  `creator-sandbox --guard: this command must not reach ${host}. Point the client at CREATOR_SANDBOX_URL.\n`;

const hasRealKey = ({ headers }: IncomingMessage): boolean =>
  Object.entries(headers).some(
    ([name, value]) => namesKey(name) && typeof value === 'string' && looksReal(value),
  );

function resultOf(attempts: ReadonlyMap<string, number>, realKeys: number): GateResult {
  const attemptCount = [...attempts.values()].reduce((sum, count) => sum + count, 0);
  const hosts = [...attempts.keys()].sort();
  const names = `${hosts.slice(0, maxNames).join(', ')}${hosts.length > maxNames ? ` and ${hosts.length - maxNames} more` : ''}`;
  const holds = attemptCount === 0 && realKeys === 0;
  const advice = [
    ...(attemptCount > 0
      ? [
          `The command tried to reach ${names}, ${formatTimes(attemptCount)}, which the guard refused: point its client at CREATOR_SANDBOX_URL.`,
        ]
      : []),
    ...(realKeys > 0
      ? [
          'The command sent a key that looks like a real one: use CREATOR_SANDBOX_KEY, and keep real keys out of tests.',
        ]
      : []),
  ].join(' ');
  return {
    gate: 'guard',
    wanted: 'no other host and no real key',
    found: `${formatCount(attempts.size, 'other host')}${attemptCount > 0 ? ` (${names})` : ''}, ${formatCount(realKeys, 'real key')}`,
    holds,
    ...(!holds && { advice }),
  };
}
