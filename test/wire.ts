import { Buffer } from 'node:buffer';
import { connect, type Socket } from 'node:net';

/** A reply as it came over a socket, and how the connection ended. */
export interface WireReply {
  /** NaN where the connection ended before any head. */
  status: number;
  headers: Record<string, string>;
  /** The chunks of a chunked reply, each as it was written; of any other the bytes that came. */
  chunks: Buffer[];
  /** The body as text. */
  text: string;
  /** Whether HTTP's own end of the body was there: the last chunk, or as many bytes as were stated. */
  complete: boolean;
  reset: boolean;
}

/** Sends a request on a socket of its own and reads until the server is done with it. */
export function overTheWire(
  port: number,
  { method = 'GET', url, headers = {}, body = '' }: WireRequest,
): Promise<WireReply> {
  const head = Object.entries({ host: 'localhost', connection: 'close', ...headers });
  if (body !== '') head.push(['content-length', String(Buffer.byteLength(body))]);
  const request = `${method} ${url} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  return bytesOverTheWire(port, Buffer.from(request));
}

/** Like `overTheWire`, for any bytes. @param after done with the socket when the bytes are written */
export function bytesOverTheWire(
  port: number,
  bytes: Buffer,
  after: (socket: Socket) => void = () => {},
): Promise<WireReply> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let reset = false;
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => after(socket)));
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      reset = error.code === 'ECONNRESET';
    });
    socket.on('close', () => resolve(read(Buffer.concat(received), reset)));
  });
}

export interface WireRequest {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

function read(all: Buffer, reset: boolean): WireReply {
  // an interim reply comes before the reply
  const interim = /^HTTP\/1\.1 1\d\d /.test(all.toString('latin1', 0, 13));
  const bytes = interim ? all.subarray(all.indexOf('\r\n\r\n') + 4) : all;
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  const { chunks, complete } =
    headers['transfer-encoding'] === 'chunked'
      ? chunksIn(rest)
      : { chunks: [rest], complete: end >= 0 && rest.length === Number(headers['content-length'] ?? 0) };
  return {
    status: Number(first.split(' ')[1]),
    headers,
    chunks,
    text: Buffer.concat(chunks).toString(),
    complete,
    reset,
  };
}

function chunksIn(bytes: Buffer): { chunks: Buffer[]; complete: boolean } {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (line < 0 || Number.isNaN(size)) return { chunks, complete: false };
    if (size === 0) return { chunks, complete: bytes.subarray(line).toString('latin1') === '\r\n\r\n' };
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
