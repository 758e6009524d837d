import type { RequestView } from '../client/types.ts';
import { pathAndQuery, requestSubject } from '../core/request-subject.ts';
import type { RequestEvent } from '../journal/events.ts';
import { trustSandbox } from './address.ts';
import { adminUrlOf, detailOf, fetchSandbox, keyNames, listOf, tokenHeader } from './ask-admin.ts';
import { exitCode, type Io, noPaint } from './io.ts';
import { createRequestLines, requestLine } from './request-lines.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { conditionsOf, requestVerbs } from './verbs/requests.ts';

/**
 * Shows the requests of the journal of a running sandbox, then further ones as they come, one line each, until it stops or
 * a signal comes: `requests --follow`.
 * @param terms of a filter, as `requests` takes them
 */
export async function follow(
  terms: readonly string[],
  { json, follow: _, ...flags }: Flags,
  io: Io,
): Promise<number> {
  const filter = conditionsOf(terms);
  const { settings } = settingsOf(flags, io);
  await trustSandbox(settings);
  const query = new URLSearchParams(filter === '' ? {} : { filter });
  const leaving = new AbortController();
  void io.untilStopped(async () => leaving.abort());
  const reply = await fetchSandbox(`${adminUrlOf(settings, flags, io)}/events?${query}`, {
    headers: tokenHeader(settings),
    signal: leaving.signal,
  }).catch((error: unknown) => {
    if (leaving.signal.aborted) return undefined;
    throw error;
  });
  if (!reply) return exitCode.ok;
  if (!reply.ok || !reply.body) {
    io.stderr.write(`creator-sandbox: ${detailOf(await reply.text())}\n`);
    return exitCode.runtime;
  }
  const paint = io.stdout.paint ?? noPaint;
  const write = (line: string) => void io.stdout.write(`${line}\n`);
  // The stream is open already, so no request is missed between the two; some come twice.
  const before = await requestsBefore(terms, flags, io);
  for (const request of before) write(json ? JSON.stringify(request) : requestLine(request, paint));
  const shown = new Set(before.map(({ id }) => id));

  const lines = createRequestLines(write, paint);
  try {
    for await (const data of requestsIn(reply.body)) {
      const request = JSON.parse(data) as RequestEvent;
      if (shown.delete(request.id)) continue;
      if (json) write(data);
      else lines.show(request);
    }
  } catch {
    // A sandbox that is killed breaks its connections.
  } finally {
    lines.close();
  }
  return exitCode.ok;
}

/** The requests of the journal, in the form of the events. */
async function requestsBefore(terms: readonly string[], flags: Flags, io: Io): Promise<RequestEvent[]> {
  const [list] = requestVerbs;
  const { requests } = (await listOf(list, terms, flags, io)) as { requests: RequestView[] };
  const names = await keyNames(flags, io);
  return requests.map(({ path, query, matched: _, body, bodyCut, traceId: _trace, ...request }) => {
    const label = request.key === null ? null : (names.get(request.key) ?? null);
    const url = pathAndQuery(path, query);
    return { ...request, label, url, about: requestSubject(url, bodyCut ? undefined : body) };
  });
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
