import { connect, type Socket } from 'node:net';
import { createParser } from 'eventsource-parser';

/** Three clients that know nothing of each other, and one that leaves when it likes. */

export interface Event {
  event: string | undefined;
  data: Record<string, unknown>;
}

/** A reader that follows the standard. */
export function byStandard(text: string): Event[] {
  const found: Event[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => found.push({ event, data: JSON.parse(data) as Record<string, unknown> }),
    onError: (error) => {
      throw error;
    },
  });
  for (let at = 0; at < text.length; at += 7) parser.feed(text.slice(at, at + 7));
  return found;
}

/** A naive reader: the line after `event: result`. */
export function byLineAfterResult(text: string): Record<string, unknown> {
  const lines = text.split('\n');
  const line = lines[lines.indexOf('event: result') + 1] ?? '';
  return JSON.parse(line.slice('data: '.length)) as Record<string, unknown>;
}

/** Another: the last line that starts as data does. */
export function byLastData(text: string): Record<string, unknown> {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.startsWith('data: '));
  return JSON.parse((lines.at(-1) ?? '').slice('data: '.length)) as Record<string, unknown>;
}

export interface OpenStream {
  socket: Socket;
  /** All that came so far. */
  text: () => string;
  /** Resolves when so many events came, or the connection ended. */
  events: (count: number) => Promise<void>;
  ended: Promise<void>;
}

/** A POST over a bare socket. */
export function openStream(url: string, key: string, description: string): OpenStream {
  const { port, hostname } = new URL(url);
  const body = JSON.stringify({ description });
  let text = '';
  const waiting = new Set<() => void>();
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      `POST /nls HTTP/1.1\r\nHost: ${hostname}\r\napi-key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  socket.setEncoding('utf8');
  const stir = () => {
    for (const check of waiting) check();
  };
  socket.on('data', (piece) => {
    text += piece;
    stir();
  });
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      stir();
      resolve();
    });
  });
  const count = () => text.split('event: ').length - 1;
  return {
    socket,
    text: () => text,
    ended,
    events: (expected) =>
      new Promise((resolve) => {
        const check = () => {
          if (count() < expected && !socket.destroyed) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
