import { eventsIn, piecesOf } from '../client/ask-sandbox.ts';
import type { RequestView } from '../client/types.ts';
import { pathAndQuery, requestSubject } from '../core/request-subject.ts';
import type { RequestEvent } from '../journal/events.ts';
import { conditionsOf, listRequests } from './admin/requests.ts';
import { detailOf, keyNames, listOf, replyOfAdmin } from './ask-admin.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, noPaint, tell } from './io.ts';
import { createRequestLines, requestLine } from './request-lines.ts';
import { getCall, type Line } from './verb.ts';

/**
 * Shows the requests of the journal of a running sandbox, then further ones as they come, one line each, until it stops or
 * a signal comes: `requests --follow`.
 */
export async function follow({ words: terms, flags, io }: Line): Promise<number> {
  const { json } = flags;
  const filter = conditionsOf(terms);
  const query = new URLSearchParams(filter === '' ? {} : { filter });
  const leaving = new AbortController();
  void io.untilStopped(async () => leaving.abort());
  const events = getCall(`/events?${query}`);
  const reply = await replyOfAdmin(events, flags, io, leaving.signal).catch((error: unknown) => {
    if (leaving.signal.aborted) return undefined;
    throw error;
  });
  if (!reply) return exitCode.ok;
  if (!reply.isOk) {
    tell(io, detailOf(await reply.text()));
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
    for await (const { event, data } of eventsIn(piecesOf(reply))) {
      if (event !== 'request') continue;
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
  const requests = await listOf<RequestView>(listRequests(terms), 'requests', flags, io);
  const names = await keyNames(flags, io);
  return requests.map(({ path, query, matched: _, body, bodyCut, traceId: _trace, ...request }) => {
    const label = request.key === null ? null : (names.get(request.key) ?? null);
    const url = pathAndQuery(path, query);
    return { ...request, label, url, about: requestSubject(url, bodyCut ? undefined : body) };
  });
}
