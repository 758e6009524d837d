import { ensureWorld } from '../../seed/build.ts';
import { openSideApp } from '../../src/app/openapi/side-app.ts';
import { eventsOf } from '../../src/contract/event-stream.ts';
import { type Exchange, type ExchangeReply, sandboxKeyOf } from '../../src/contract/exchange.ts';
import { httpSend, type Incoming, outgoing, type Send } from '../../src/contract/wire.ts';
import { priceBook } from '../../src/core/prices.ts';
import { readSettings } from '../../src/core/settings.ts';
import { openWorld } from '../../src/creators/world/world.ts';
import { worldCache } from '../world-cache.ts';
import { injectSend } from './inject-send.ts';
import { inOtherWords } from './published-target.ts';

/** The sandbox that replies are recorded from: the service over a small world, at noon of its epoch. */
export async function openGoldenSandbox(vocabulary: 'auto' | 'neutral' | 'published' = 'neutral') {
  const { settings } = readSettings({ file: { name: 'the exchanges', content: { size: 60, vocabulary } } });
  const world = openWorld(
    await ensureWorld({
      seed: settings.seed,
      size: settings.size,
      cacheDir: worldCache,
    }),
  );
  const book = priceBook();
  const side = await openSideApp({ settings, world }, []);
  const send = injectSend(side.app);
  const replayOver = (over: Send) => (exchange: Asked) => {
    // Requests without a recognised key share one counter of trace ids.
    side.deps.trace.clear(['']);
    return replay(over, exchange);
  };
  return {
    book,
    served: side.deps.servedRoutes,
    clock: side.deps.clock,
    /** Replays an exchange with an unused account. */
    replay: replayOver(vocabulary === 'published' ? inOtherWords(send) : send),
    /** The same in the published words, as from a client that means to ask the service itself. */
    replayPublished: replayOver((request) =>
      inOtherWords(send)({
        ...request,
        headers: { 'x-sandbox-service': 'api.service.example', ...request.headers },
      }),
    ),
    /** The same over a socket: a URL that an earlier request asked for is remembered there. */
    listen: async () => {
      const url = await side.app.listen({ host: '127.0.0.1', port: 0 });
      return replayOver(httpSend({ url, v2Url: `${url}/v2`, timeoutMs: 600_000, maxBytes: 10_000_000 }));
    },
    close: async () => {
      await side.close();
      world.close();
    },
  };
}

/** Exchanges that show a path of both vocabularies: the neutral one also serves a published path (contract 4.1). */
export const neutralOnly = [
  'v2/gramBasic/published-path',
  'unknown-path/generation-2',
  'unknown-path/generation-2-without-a-key',
];

type Asked = Pick<Exchange, 'name' | 'account' | 'key' | 'before' | 'request'>;

/** Sends the requests of an exchange, with the key that describes its account. */
export async function replay(send: Send, exchange: Asked): Promise<Incoming> {
  const key = sandboxKeyOf(exchange);
  for (const before of exchange.before ?? []) await send(outgoing(before, key));
  return send(outgoing(exchange.request, key));
}

/** A reply in the form of the files. */
export function replyOf({ status, headers, text }: Incoming): ExchangeReply {
  const comparedHeaders = ['content-type', 'content-disposition'].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  );
  const reply = { status, headers: Object.fromEntries(comparedHeaders) };
  if (!headers['content-type']?.startsWith('text/event-stream'))
    return { ...reply, ...(text !== '' && { body: JSON.parse(text) as unknown }) };
  const { events, differences } = eventsOf(text);
  if (differences.length > 0) throw new Error(`a stream has a malformed frame: ${text}`);
  return { ...reply, events };
}
