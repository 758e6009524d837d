import { statSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import type { ExchangeFile } from '../contract/exchange.ts';
import { readExchangeFiles } from '../contract/folder.ts';
import { maxCostOf, priceOf } from '../contract/prices.ts';
import { isUnknownPath } from '../contract/reply-schema.ts';
import { parseInstant } from '../core/clock.ts';
import { type Millicredits, toMillicredits } from '../core/credits.ts';
import { parseDuration } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';
import { parseFields, parseQueryFields } from '../core/fields.ts';
import { plainParameter } from '../core/handles.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import { compareTexts } from '../core/order.ts';
import type { PriceBook } from '../core/prices.ts';
import { isObject } from '../core/values.ts';
import type { FoundRecording, RecordedRequest, Recordings } from '../service/http/recorded-answer.ts';
import { ownCommand } from '../system/own-command.ts';
import { createPseudonyms } from './pseudonyms.ts';
import { redactParameters } from './redact-request.ts';
import { canonicalJson } from './request-key.ts';

export interface RecordingsOptions {
  readonly folder: string;
  /** Without it only pseudonyms match. */
  readonly secret: Buffer | undefined;
  readonly isOnly: boolean;
  /** Such as `30d`. */
  readonly maxAge: string | undefined;
  /** Real time. */
  readonly now: number;
}

/** A file whose reply is repeated. */
interface Recording {
  readonly file: string;
  readonly operation: OperationId;
  readonly request: ExchangeFile['request'];
  readonly recordedAt: string;
  readonly answer: FoundRecording;
}

/** Reads a folder of recordings. @throws UsageError for one that cannot be read, or is too old */
export function openRecordings(options: RecordingsOptions): Recordings {
  const { folder, secret, isOnly } = options;
  const all = [...recordedFiles(folder)].flatMap(([name, file]) => recordingOf(`${name}.json`, file) ?? []);
  if (all.length === 0)
    throw new UsageError(
      `${folder} has no recordings. Make them: ${ownCommand} record --target <url> --spend <credits> --out ${folder} -- <command>`,
    );
  checkAge(options, all);
  const byOperation = Map.groupBy(all, ({ operation }) => operation);
  // Of equal requests the newest stays.
  const oldestFirst = all.toSorted((a, b) => compareTexts(a.recordedAt, b.recordedAt));
  const byKey = new Map<OperationId, Map<string, Recording>>();
  /** The recordings of an operation, each by the key of its call. */
  const keysFor = ({ operation, parameters }: RecordedRequest): Map<string, Recording> => {
    const known = byKey.get(operation);
    if (known) return known;
    const keys = new Map(
      oldestFirst
        .filter((recording) => recording.operation === operation)
        .map((recording) => {
          const { method } = recording.request;
          return [
            callKey(operation, method, knownIn(parameters, givenOf(recording.request))),
            recording,
          ] as const;
        }),
    );
    byKey.set(operation, keys);
    return keys;
  };
  const names = secret && createPseudonyms(secret);
  const redacted = ({ operation, parameters }: RecordedRequest, given: unknown): unknown =>
    names ? redactParameters({ names, operation, parameters }, given ?? {}) : given;

  return {
    isOnly,
    isOwn: (operation) => operation === 'usage' || operation === 'v2/apiStatus',
    find(asked) {
      const { operation, method } = asked;
      const keys = keysFor(asked);
      const given = knownIn(asked.parameters, asked.given);
      const found =
        keys.get(callKey(operation, method, given)) ??
        keys.get(callKey(operation, method, redacted(asked, given)));
      return found?.answer;
    },
    nearest(asked) {
      const given = redacted(asked, knownIn(asked.parameters, asked.given));
      const parameters = isObject(given) ? given : {};
      const common = ({ request }: Recording): number => {
        const of = givenOf(request);
        return Object.entries(isObject(of) ? of : {}).filter(
          ([name, value]) => canonicalJson(value) === canonicalJson(parameters[name]),
        ).length;
      };
      const [nearest] = (byOperation.get(asked.operation) ?? []).toSorted((a, b) => common(b) - common(a));
      return nearest && { file: nearest.file, request: nearest.request };
    },
  };
}

/** A name that a call shares with its other forms: GET or POST (contract 10.1(5)), another spelling of a handle, the same `fields`. */
function callKey(operation: OperationId, method: string, given: unknown): string {
  if (!isObject(given)) return canonicalJson(given ?? {});
  const { uniqueId, fields } = given;
  return canonicalJson({
    ...given,
    ...(typeof uniqueId === 'string' && { uniqueId: plainParameter(operation, 'uniqueId', uniqueId) }),
    fields: selectedIn(operation, method, fields),
  });
}

/** @returns undefined for the whole record; what was sent where that selects nothing */
function selectedIn(operation: OperationId, method: string, sent: unknown): unknown {
  const parsed =
    method === 'GET'
      ? parseQueryFields(operation, sent as string | string[] | undefined)
      : parseFields(operation, sent);
  if (!('selection' in parsed)) return sent;
  const { selection } = parsed;
  if (selection === 'whole') return undefined;
  return selection.form === 'array' ? [...selection.names].sort() : Object.fromEntries(selection.counts);
}

/**
 * The parameters that an operation knows. The service ignores all others, so they tell no request from another, however many
 * a client sends.
 */
function knownIn(parameters: TSchema | undefined, given: unknown): unknown {
  if (!isObject(given) || !parameters) return given;
  const names = [...Object.keys((parameters['properties'] ?? {}) as object), 'fields'];
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : [])),
  );
}

const givenOf = ({ method, query, body }: ExchangeFile['request']): unknown =>
  method === 'GET' ? query : body;

/** The table of how far the sandbox agrees with the service stands beside the recordings, and is none. */
const agreementName = 'agreement';

/**
 * The files of a folder of recordings by their names, without `.json`.
 * @param shown the folder in messages @throws UsageError for one that cannot be read
 */
function recordedFiles(folder: string): ReadonlyMap<string, ExchangeFile> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`The folder of the recordings, ${folder}, does not exist.`);
  try {
    return readExchangeFiles(folder, folder, [agreementName]);
  } catch (error) {
    throw new UsageError(`The recordings cannot be read: ${(error as Error).message}.`);
  }
}

/** @returns undefined for what the sandbox decides itself: who may call and in which form, what it costs, when it is up */
function recordingOf(file: string, exchange: ExchangeFile): Recording | undefined {
  const { operation: id, request, reply, recordedAt } = exchange;
  const operation = id === null ? undefined : findOperation(id)?.id;
  // golden exchanges are no recordings
  if (operation === undefined || !reply || recordedAt === undefined) return undefined;
  const body = reply.events ? reply.events.at(-1)?.data : reply.body;
  const answer = answerOf({ operation, request, status: reply.status }, body);
  return answer && { file, operation, request, recordedAt, answer: { file, ...answer } };
}

function answerOf(
  {
    operation,
    request,
    status,
  }: { operation: OperationId; request: ExchangeFile['request']; status: number },
  body: unknown,
):
  | { data: unknown; priceIn: (book: PriceBook) => Millicredits }
  | { refusal: { status: number; errorCode: string } }
  | undefined {
  if (operation === 'tube/subtitles/download' && status === 200)
    return { data: body, priceIn: (book) => book.full(operation) };
  if (!isObject(body) || isUnknownPath(body)) return undefined;
  if (body['success'] === true) {
    const { data = null } = body;
    return {
      data,
      priceIn(book) {
        // only the service knows a price by tokens
        const credits = priceOf(book, request, data) ?? body['creditsUsed'];
        return toMillicredits(Number(credits)) ?? toMillicredits(maxCostOf(book, request)) ?? 0;
      },
    };
  }
  const errorCode = body['errorCode'] ?? body['error'];
  const isOf2 = operation.startsWith('v2/');
  if (typeof errorCode !== 'string') return undefined;
  if (isOf2 ? ledgerErrors.has(errorCode) : status !== 400 && status !== 404) return undefined;
  return { refusal: { status, errorCode } };
}

/** The refusals of generation 2 that depend on the key, its credits or the service itself. */
const ledgerErrors = new Set([
  'AuthFailed',
  'QuotaKey',
  'APIKeyOnlyForTesting',
  'QuotaRate',
  'QuotaNotPaid',
  'QuotaNotEnough',
  'ServerError',
]);

function checkAge({ folder, maxAge, now }: RecordingsOptions, all: readonly Recording[]): void {
  const maxAgeMs = maxAge === undefined ? undefined : parseDuration(maxAge);
  if (maxAge === undefined) return;
  if (maxAgeMs === undefined)
    throw new UsageError(`recordingsMaxAge takes a duration such as 30d, not ${maxAge}.`);
  const old = all.filter(({ recordedAt }) => !(now - parseInstant(recordedAt) <= maxAgeMs));
  const [oldest] = old.toSorted((a, b) => compareTexts(a.recordedAt, b.recordedAt));
  if (!oldest) return;
  throw new UsageError(
    `${old.length} of ${all.length} recordings in ${folder} are older than ${maxAge}, ${oldest.file} of ${oldest.recordedAt.slice(0, 10)} is the oldest. Renew them: ${ownCommand} record --target <url> --spend <credits> --out ${folder} -- <command>`,
  );
}
