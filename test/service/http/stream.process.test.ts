import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../src/core/errors.ts';
import { createLoopShare } from '../../../src/core/loop-share.ts';
import { clientLeft, eventFrame, type StreamedReply, streamsOf } from '../../../src/service/http/stream.ts';

let close = async () => {};
afterEach(() => close());

/** An app with one stream on a socket, because `inject` has no client that can disconnect. */
async function serve(pieces: StreamedReply['pieces'], prepare = (_: FastifyInstance): unknown => undefined) {
  const app = fastify({ return503OnClosing: false });
  prepare(app);
  const begin = streamsOf(app, { loopShare: createLoopShare() });
  app.get('/', async (_, reply) => {
    const { headers, body } = await begin(reply.raw, { headers: { 'content-type': 'text/plain' }, pieces });
    reply.headers(headers);
    return body;
  });
  app.setErrorHandler((error, _, reply) =>
    reply
      .code(402)
      .type('application/json')
      .send({ refused: `${error}` }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  close = () => app.close();
  const { port } = app.server.address() as AddressInfo;
  return { app, port, url: `http://127.0.0.1:${port}/` };
}

/** Sends a request over a raw socket. */
async function ask(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

const aborted = (signal: AbortSignal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });

describe('a stream', () => {
  it('that fails later breaks the connection, so that no client takes the reply for complete', async () => {
    const { url } = await serve(async function* () {
      yield 'half';
      throw new Error('broken');
    });

    await expect(fetch(url).then((reply) => reply.text())).rejects.toThrow();
  });

  it('runs its `finally` even if a hook replaced the stream', async () => {
    const ended = vi.fn();
    const sent = Promise.withResolvers<void>();
    const { app, port } = await serve(
      async function* (signal) {
        try {
          yield 'one';
          await aborted(signal);
          yield 'two';
        } finally {
          ended(signal.reason);
        }
      },
      (hooked) =>
        hooked.addHook('onSend', async () => {
          sent.resolve();
          return new Readable({ read() {} });
        }),
    );
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    await sent.promise;
    socket.destroy();

    await expect.poll(() => ended).toHaveBeenCalledExactlyOnceWith(clientLeft);
    await app.close();
  });

  it('waits for a client that does not read, and ends when that client disconnects', async () => {
    let pieces = 0;
    const ended = vi.fn();
    const { port } = await serve(async function* () {
      try {
        for (;;) yield 'x'.repeat(2 ** 16 * (++pieces) ** 0);
      } finally {
        ended();
      }
    });
    const socket = await ask(port);
    socket.pause();
    // Once the kernel's buffers are full, nothing more is made, for as many turns as there are.
    for (let [idle, before] = [0, -1]; idle < 200 && pieces < 400; before = pieces) {
      await new Promise(setImmediate);
      idle = pieces === before ? idle + 1 : 0;
    }
    expect(pieces).toBeLessThan(400);
    socket.destroy();

    await expect.poll(() => ended).toHaveBeenCalledOnce();
  });

  it('leaves room for other requests, however many streams there are', async () => {
    const [streams, pieces] = [100, 10];
    let turn = 0;
    const nextTurn = () => {
      turn += 1;
      turning = setImmediate(nextTurn);
    };
    let turning = setImmediate(nextTurn);
    const perTurn = new Map<number, number>();
    const all = Promise.withResolvers<void>();
    let begun = 0;
    const { url } = await serve(async function* () {
      if (++begun === streams) all.resolve();
      await all.promise;
      yield 'x';
      for (let n = 0; n < pieces; n++) {
        perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
        // It takes at least a millisecond of the clock, on a busy machine more.
        const until = performance.now() + 1;
        while (performance.now() < until);
        yield 'x'.repeat(1000);
      }
    });
    const replies = await Promise.all(Array.from({ length: streams }, () => fetch(url)));
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    clearImmediate(turning);

    expect(texts.map(({ length }) => length)).toEqual(Array(streams).fill(1000 * pieces + 1));
    // LoopShare take 4 ms of one pass; without them a hundred pieces would follow one another.
    expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(5);
  });

  it('that begins while the app closes has its signal aborted from the start', async () => {
    const arrived = Promise.withResolvers<void>();
    const closing = Promise.withResolvers<void>();
    const { app, url } = await serve(
      async function* (signal) {
        yield `${(signal.reason as Refusal | undefined)?.kind}`;
      },
      (held) => {
        held.addHook('preHandler', async () => {
          arrived.resolve();
          await closing.promise;
        });
        held.addHook('preClose', async () => void setImmediate(closing.resolve));
      },
    );
    const reply = fetch(url);
    await arrived.promise;
    await app.close();

    expect(await (await reply).text()).toBe('unavailable');
  });

  it('leaks no listeners', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const { app } = await serve(async function* () {
      yield 'one';
    });
    for (let round = 0; round < 30; round++) await app.inject('/');
    process.off('warning', warned);

    expect(warned).not.toHaveBeenCalled();
  });
});

describe('a frame', () => {
  it('has one line of data for every reader, by any definition of line ends', () => {
    const ends = ['\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
    const message = ends.join(' and ');
    const frame = eventFrame('progress', { message });

    expect(ends.map((end) => frame.split(end).length)).toEqual([4, 1, 1, 1, 1, 1, 1]);
    expect(JSON.parse(frame.split('\n')[1]?.slice('data: '.length) ?? '')).toEqual({ message });
  });
});
