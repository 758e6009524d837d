import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { serviceHeader } from '../core/service-header.ts';
import { normalHost, pathAt, type ServiceHost } from './service-hosts.ts';
import type { ServiceCertificate } from './trust.ts';
import { addressOf } from './upstream.ts';

export interface ServeOptions {
  readonly services: readonly ServiceHost[];
  readonly certificate: ServiceCertificate;
  /** Base URL of what answers in the place of the service. */
  readonly target: string;
  /** Whether the target is told the host that was named; the service itself is not. */
  readonly isMarked: boolean;
  /** Called with the named host of each request. */
  readonly onRequest: (host: string) => void;
}

/** It answers in the place of the named hosts. */
export interface ServiceServer {
  /** Takes a connection that leads to a named host: its first byte tells https from http. */
  readonly admit: (socket: Socket) => void;
  /** The same, for connections that may be to a proxy. */
  readonly admitOr: (proxy: Server) => (socket: Socket) => void;
  /** @param host as DNS compares it */
  readonly isNamed: (host: string) => boolean;
  readonly answer: (incoming: IncomingMessage, reply: ServerResponse) => void;
}

/** A request arrives once, so a connection to the target serves it alone: what the target does to one ends the other. */
export function createServiceServer(options: ServeOptions): ServiceServer {
  const { services, certificate, onRequest } = options;
  const target = new URL(options.target);
  const send = target.protocol === 'https:' ? https.request : httpRequest;
  const plain = createServer(serverLimits, answer);
  const secure = https.createServer({ ...serverLimits, ...certificate, ALPNProtocols: ['http/1.1'] }, answer);
  secure.on('tlsClientError', (_, socket) => socket.destroy());
  const admitOr = (other: Server) => (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const begin = (): void => {
      const first = socket.read() as Buffer | null;
      if (first === null) {
        socket.once('readable', begin);
        return;
      }
      socket.unshift(first);
      (first[0] === tlsHandshake ? secure : other).emit('connection', socket);
    };
    begin();
  };
  return { answer, admit: admitOr(plain), admitOr, isNamed };

  function isNamed(host: string): boolean {
    return services.some((each) => each.host === host);
  }

  function answer(incoming: IncomingMessage, reply: ServerResponse): void {
    const service = serviceOf(incoming);
    if (!service) {
      reply.writeHead(421, { 'content-type': 'text/plain' }).end(notNamed);
      return;
    }
    onRequest(service.host);
    const onward = send(
      {
        ...addressOf(target),
        method: incoming.method ?? 'GET',
        path: pathAt(service, incoming.url ?? '/'),
        headers: onwardHeaders(incoming, service.host),
        agent: false,
        // The certificate of a sandbox on this machine, made for its start.
        rejectUnauthorized: false,
      },
      (answered) => {
        reply.sendDate = false;
        const { statusCode = 502, statusMessage, rawHeaders } = answered;
        reply.writeHead(statusCode, statusMessage, withoutHop(rawHeaders, ['transfer-encoding']));
        reply.flushHeaders();
        pipeline(answered, reply, () => {});
      },
    );
    onward.on('error', () => incoming.socket.destroy());
    reply.once('close', () => onward.destroy());
    pipeline(incoming, onward, () => {});
  }

  /** The host by which the client knows it; within a connection to a named host no other is reached. */
  function serviceOf({ socket, headers, url = '' }: IncomingMessage): ServiceHost | undefined {
    const named = [
      (socket as TLSSocket).servername || undefined,
      /^https?:\/\/([^/?#]*)/i.exec(url)?.[1],
      headers.host,
    ].find((each) => typeof each === 'string');
    const host = normalHost((named ?? '').replace(/^.*@|:\d+$/g, ''));
    return services.find((each) => each.host === host);
  }

  function onwardHeaders({ rawHeaders }: IncomingMessage, host: string): string[] {
    const kept = withoutHop(rawHeaders, ['host', 'expect', serviceHeader]);
    return [...kept, 'host', host, ...(options.isMarked ? [serviceHeader, host] : []), 'connection', 'close'];
  }
}

const tlsHandshake = 0x16;
/** A reply may take as long as the target takes; the others are those of the sandbox. */
export const serverLimits = { maxHeaderSize: 80 * 1024, keepAliveTimeout: 72_000, requestTimeout: 0 };

const notNamed = 'creator-sandbox --service: this request names no host of the service.\n';

/** Headers without those of one connection. */
export function withoutHop(rawHeaders: readonly string[], more: readonly string[] = []): string[] {
  const dropped = [...hopHeaders, ...more];
  return rawHeaders.filter((_, at) => !dropped.includes((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
}

const hopHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'upgrade',
];
