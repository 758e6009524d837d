import type { RequestEvent } from '../journal/events.ts';
import { adminUrlOf, answerOf, detailOf, tokenHeader } from './ask-admin.ts';
import { exitCode, type Io } from './io.ts';
import { createRequestLines } from './request-lines.ts';
import { settingsOf } from './settings.ts';

/** Shows the requests of a running sandbox as they come, until it stops or a signal comes. */
export async function tail(flags: Record<string, unknown>, io: Io): Promise<number> {
  const { key, json, ...rest } = flags;
  const { settings } = settingsOf(rest, io);
  const leaving = new AbortController();
  void io.untilStopped(async () => leaving.abort());
  const query = key === undefined ? '' : `?${new URLSearchParams({ key: String(key) })}`;
  const reply = await answerOf(`${adminUrlOf(settings, rest, io)}/events${query}`, {
    headers: tokenHeader(settings),
    signal: leaving.signal,
  });
  if (!reply.ok || !reply.body) {
    io.stderr.write(`creator-sandbox: ${detailOf(await reply.text())}\n`);
    return exitCode.runtime;
  }
  const lines = createRequestLines((line) => void io.stdout.write(`${line}\n`));
  try {
    for await (const data of requestsIn(reply.body))
      if (json) io.stdout.write(`${data}\n`);
      else lines.show(JSON.parse(data) as RequestEvent);
  } catch {
    // A sandbox that is killed breaks its connections.
  } finally {
    lines.close();
  }
  return exitCode.ok;
}

/** The data of each request event. The sandbox writes an event as two lines. */
async function* requestsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + piece).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, data] = /^event: request\ndata: (.*)$/.exec(frame) ?? [];
      if (data !== undefined) yield data;
    }
  }
}
