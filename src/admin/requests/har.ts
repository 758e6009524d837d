import { Buffer } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { toCredits } from '../../core/credits.ts';
import { KeyRedactor } from '../../core/keys/redactor.ts';
import { queryIn } from '../../core/query.ts';
import { schemeOf } from '../../core/settings.ts';
import { type Yielding, yieldToLoop } from '../../core/yield-to-loop.ts';
import type { JournalEntry } from '../../journal/entry.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { problems } from '../problem.ts';
import { CriteriaQuery, criteriaOf } from './criteria.ts';
import { type SelectionDeps, selectList } from './select-requests.ts';

const Har = Type.Object({ log: Type.Object({}) }, { description: 'An HTTP archive 1.2.' });

/** Requests in one archive: viewers read it whole. */
const maxHarEntries = 1_000;

type HarDeps = SelectionDeps & Pick<Deps, 'settings' | 'version'>;

/** Saves the latest requests for tools that read HTTP archives. Headers are not recorded, so none is there. */
export function addHarRoute(app: Scope, deps: HarDeps): void {
  app.get(
    '/requests.har',
    {
      config: { isLong: true },
      schema: {
        summary: 'The latest requests that match, at most 1,000, as an HTTP archive (HAR 1.2).',
        querystring: CriteriaQuery,
        response: { 200: Har, ...problems(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { query, host, left } = request;
      const work = { ...deps, signal: left };
      const selection = await selectList(work, criteriaOf(query));
      const latest = (await selection.list()).slice(-maxHarEntries);
      const entries = await yieldToLoop(entriesOf(deps, latest, host), work);
      const creator = JSON.stringify({ name: 'creator-sandbox', version: deps.version });
      // One text of ten megabytes would be encoded in one piece.
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="creator-sandbox.har"')
        .send(Readable.from(archiveOf(creator, entries)) as never);
    },
  );
}

/** The entries as JSON, with pauses: queries and replies may have thousands of parts. */
function* entriesOf(deps: HarDeps, latest: readonly JournalEntry[], host: string): Yielding<string[]> {
  const entries: string[] = [];
  for (const recorded of latest) {
    entries.push(JSON.stringify(entryOf(deps, recorded, host)));
    yield;
  }
  return entries;
}

function* archiveOf(creator: string, entries: readonly string[]): Generator<string> {
  yield `{"log":{"version":"1.2","creator":${creator},"entries":[`;
  for (const [n, entry] of entries.entries()) yield n === 0 ? entry : `,${entry}`;
  yield ']}}';
}

/** The journal has no types of replies; only event streams begin so. */
const typeOf = (text: string): string =>
  text.startsWith('event: ') ? 'text/event-stream' : 'application/json';

function entryOf({ journal, ledger, settings }: HarDeps, recorded: JournalEntry, host: string) {
  const { id, at, method, url, body, status, errorCode, credits, durationMs, traceId } = recorded;
  const reply = journal.replyTo(id);
  const text = reply === undefined ? '' : new KeyRedactor(ledger).text(reply);
  return {
    startedDateTime: new Date(at).toISOString(),
    time: durationMs,
    request: {
      method,
      url: `${schemeOf(settings)}://${host}${url}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      queryString: [...new URLSearchParams(queryIn(url))].map(([name, value]) => ({
        name,
        value,
      })),
      ...(body && { postData: { mimeType: 'application/json', text: body.text } }),
      headersSize: -1,
      bodySize: body ? Buffer.byteLength(body.text) : 0,
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: Buffer.byteLength(text), mimeType: typeOf(text), text },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _credits: toCredits(credits),
    _errorCode: errorCode,
    _traceId: traceId,
  };
}
