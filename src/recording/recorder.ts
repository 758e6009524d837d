import { join } from 'node:path';
import { eventsOf, parseReplyJson } from '../contract/event-stream.ts';
import type { Exchange, ExchangeFile, ExchangeReply, ExchangeRequest } from '../contract/exchange.ts';
import { replySchemaOf } from '../contract/reply-schema.ts';
import { indentedJson } from '../core/json-text.ts';
import type { OperationId } from '../core/operations.ts';
import type { ServedRoute } from '../service/http/served.ts';
import { inNeutralWords, type Words } from '../service/vocabulary/words.ts';
import { makeFolder } from '../system/make-folder.ts';
import { replaceFile } from '../system/write-file.ts';
import { holdsSecret } from './key-mask.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { redactBody, redactProgress } from './redact-reply.ts';
import { redactRequest } from './redact-request.ts';
import { requestKey, shortHash } from './request-key.ts';

/** A call that the service answered whole. */
export interface AnsweredCall {
  readonly operation: OperationId;
  readonly route: ServedRoute;
  /** In neutral words. */
  readonly request: ExchangeRequest;
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly at: number;
}

export interface RecorderOptions {
  readonly folder: string;
  readonly names: Pseudonyms;
  readonly served: readonly ServedRoute[];
  readonly words: Words;
  /** Texts that reach no file: the key, the secret of the project. */
  readonly secrets: readonly string[];
}

export interface Recorder {
  /** Writes the file of a call, in place of an earlier one of the same request. */
  record(call: AnsweredCall): void;
  readonly summary: RecordingSummary;
}

export interface RecordingSummary {
  /** Files, by their names below the folder. */
  readonly files: ReadonlySet<string>;
  /** Places of replies that no schema knows. */
  readonly unknownPlaces: ReadonlySet<string>;
  /** Calls without a file, by the reason. */
  readonly unwritten: ReadonlyMap<string, number>;
}

/** Refusals that the sandbox's own ledger and rules decide: they are compared, never replayed. */
const isDecidedByLedger = (status: number): boolean =>
  status === 401 || status === 402 || status === 403 || status === 429 || status >= 500;

export function createRecorder(options: RecorderOptions): Recorder {
  const { folder, secrets } = options;
  const files = new Set<string>();
  const unknownPlaces = new Set<string>();
  const unwritten = new Map<string, number>();

  /** @returns the reason where there is no file */
  function written(call: AnsweredCall): string | undefined {
    if (call.status >= 300 && call.status < 400) return 'it is a redirection';
    const file = fileOf(options, call, (place) => {
      if (unknownPlaces.size < maxUnknownPlaces) unknownPlaces.add(place);
    });
    if (typeof file === 'string') return file;
    const text = indentedJson(file);
    if (holdsSecret(text, secrets)) return 'it repeats the key';
    const name = fileNameOf(call, file.request);
    try {
      const path = join(folder, name);
      makeFolder(join(path, '..'));
      replaceFile(path, text);
      files.add(name);
      return undefined;
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      return `the file cannot be written: ${code === 'ENOSPC' ? 'the disk is full' : code}`;
    }
  }

  return {
    record(call) {
      const reason = written(call);
      if (reason !== undefined) unwritten.set(reason, (unwritten.get(reason) ?? 0) + 1);
    },
    summary: { files, unknownPlaces, unwritten },
  };
}

const maxUnknownPlaces = 1_000;

/** Below the folder of its operation: one file for a request, and one more for each refusal of the ledger. */
function fileNameOf(
  { operation, status }: AnsweredCall,
  { method, query, body }: ExchangeFile['request'],
): string {
  const hash = shortHash(requestKey(operation, method, method === 'GET' ? query : body));
  const folder = operation.startsWith('v2/') ? operation : `v3/${operation}`;
  return `${folder}/${hash}${isDecidedByLedger(status) ? `-${status}` : ''}.json`;
}

/** @returns the reason where a reply cannot be recorded */
function fileOf(
  options: RecorderOptions,
  call: AnsweredCall,
  onUnknown: (place: string) => void,
): ExchangeFile | string {
  const { names } = options;
  const { operation, route, request, at } = call;
  const asked = { names, operation, parameters: route.parameters };
  const reply = replyOf(options, call, { names, onUnknown });
  if (typeof reply === 'string') return reply;
  return {
    title: `${request.method} /${operation}, as the service answered`,
    operation,
    recordedAt: new Date(at).toISOString(),
    request: redactRequest(asked, request),
    elsewhere: 'a recording: its names are in it alone',
    reply,
  };
}

function replyOf(
  { served, words }: RecorderOptions,
  { operation, request, status, headers, text }: AnsweredCall,
  how: Parameters<typeof redactBody>[0],
): ExchangeReply | string {
  const written = { status, headers: recordedHeaders(headers) };
  const schemaOf = (body: unknown) => {
    const exchange = { name: operation, operation, request, reply: { ...written, body } };
    return replySchemaOf(exchange as Exchange, served);
  };
  const redacted = (body: unknown): unknown => {
    const schema = schemaOf(body);
    return redactBody(how, schema, operation, inNeutralWords(words, schema, body));
  };
  if (headers['content-type']?.startsWith('text/event-stream')) {
    const { events, differences } = eventsOf(text);
    if (differences.length > 0) return 'its stream has a frame that is malformed';
    const last = events.at(-1);
    if (last?.event !== 'result') return 'its stream ended without a result';
    return {
      ...written,
      events: events.map(({ event, data }) =>
        event === 'result'
          ? { event, data: redacted(data) }
          : { event: 'progress', data: redactProgress(how, data) },
      ),
    };
  }
  const body = parseReplyJson(text);
  return body === undefined ? 'it is not JSON' : { ...written, body: redacted(body) };
}

/** The headers that clients read. */
function recordedHeaders(headers: AnsweredCall['headers']): Record<string, string> {
  const type = headers['content-type'] ?? '';
  const disposition = headers['content-disposition'] ?? '';
  return {
    ...(/^[a-z]+\/[a-z.+-]{1,40}(?:; ?charset=[a-z0-9-]{1,20})?$/i.test(type) && { 'content-type': type }),
    ...(/^attachment\b/i.test(disposition) && { 'content-disposition': 'attachment' }),
  };
}
