import { type RefusalCause, type RefusalKind, type RefusalTable, refusalCauses } from '../core/errors.ts';
import type { OperationId } from '../core/operations.ts';
import type { PriceBook } from '../core/prices.ts';
import { isObject } from '../core/values.ts';
import type { ServedRoute } from '../service/http/served.ts';
import { refusalsWith } from '../service/v2/refusals.ts';
import { refusals as refusalsOf3 } from '../service/v3/refusals.ts';
import { compareReply } from './compare.ts';
import { type Difference, differenceIfAny } from './difference.ts';
import { eventsOf, parseReplyJson } from './event-stream.ts';
import type { Exchange, ExchangeReply, ExchangeRequest } from './exchange.ts';
import { generationOf } from './generations.ts';
import { invariantDifferences } from './invariants.ts';
import { failed, replySchemaOf } from './reply-schema.ts';
import type { Incoming } from './wire.ts';
import type { TargetWords } from './words.ts';

/** The answers of a service and of the sandbox to the same request. */
export interface AnswerPair {
  readonly operation: OperationId;
  /** In neutral words. */
  readonly request: ExchangeRequest;
  readonly theirs: Incoming;
  readonly ours: Incoming;
}

export interface AnswerContext {
  readonly book: PriceBook;
  readonly served: readonly ServedRoute[];
  readonly words: TargetWords;
  /** The status of every refusal of generation 2. */
  readonly v2Status: number;
}

/**
 * How a service differs in everything that depends neither on its data nor on the account that asks: status, codes,
 * shapes, types, prices, invariants, the order of refusals, the frames of streams.
 */
export function answerDifferences(context: AnswerContext, pair: AnswerPair): Difference[] {
  const { request, theirs } = pair;
  const [their, our] = [readOutcome(context, pair, theirs), readOutcome(context, pair, pair.ours)];
  if (their.kind === 'unreadable') return brokenAnswer(context, pair);
  if (their.kind === 'unknown')
    return [
      ...differenceIfAny('status', 'status', our.status, theirs.status),
      ...differenceIfAny('code', their.at, our.code ?? 'a known code', their.code),
    ];
  const isOther = their.kind !== our.kind && !isOfAccount(their) && !(isOfData(their) && isOfData(our));
  if (isOther) return otherOutcome(our, their);
  const expected =
    their.kind === our.kind ? neutralReply(context, pair, pair.ours) : expectedFor(context, pair, their);
  const exchange = exchangeOf(pair, sameResult(expected, neutralReply(context, pair, theirs)));
  const schema = replySchemaOf(exchange, context.served);
  const { differences, body } = compareReply(exchange, schema, theirs, context.words);
  return [...differences, ...invariantDifferences(context.book, request, body)];
}

interface AnswerOutcome {
  /** A refusal, a success, a refusal that nobody knows, or no reply of the service at all. */
  readonly kind: RefusalKind | 'success' | 'unknown' | 'unreadable';
  readonly status: number;
  readonly code: string | undefined;
  /** The place of the code. */
  readonly at: string;
}

const causeOf = ({ kind }: AnswerOutcome): RefusalCause | undefined =>
  Object.hasOwn(refusalCauses, kind) ? refusalCauses[kind as RefusalKind] : undefined;

/** For the key, its credits, its rate, or for the service itself. */
function isOfAccount(outcome: AnswerOutcome): boolean {
  const cause = causeOf(outcome);
  return cause !== undefined && cause !== 'request' && cause !== 'data';
}

/** It depends on what exists there. */
const isOfData = (outcome: AnswerOutcome): boolean =>
  outcome.kind === 'success' || causeOf(outcome) === 'data';

const tableOf = ({ v2Status }: AnswerContext, { path }: ExchangeRequest): RefusalTable =>
  generationOf(path).number === 2 ? refusalsWith(v2Status) : refusalsOf3;

function readOutcome(context: AnswerContext, { request }: AnswerPair, incoming: Incoming): AnswerOutcome {
  const { status } = incoming;
  const at = generationOf(request.path).number === 2 ? '/error' : '/errorCode';
  const body = bodyIn(incoming);
  if (body === undefined) return { kind: 'unreadable', status, code: undefined, at };
  if (!failed(body)) return { kind: 'success', status, code: undefined, at };
  const named = isObject(body) ? body[at.slice(1)] : undefined;
  const code = typeof named === 'string' ? named : '';
  const rows = Object.entries(tableOf(context, request)).filter(([, row]) => row?.errorCode === code);
  // Several refusals have the code of one: an unknown key is told from a missing one by what was sent.
  const [kind] = rows.find(([, row]) => row?.status === status) ?? rows[0] ?? [];
  return { kind: (kind as RefusalKind | undefined) ?? 'unknown', status, code, at };
}

/** The body, or the data of the last event; undefined where it is neither. */
function bodyIn({ headers, text }: Incoming): unknown {
  if (!headers['content-type']?.startsWith('text/event-stream')) return parseReplyJson(text);
  const last = eventsOf(text).events.at(-1);
  return last?.event === 'result' ? last.data : undefined;
}

/** The place where a stream breaks; of any other reply, that it cannot be read. */
function brokenAnswer(context: AnswerContext, pair: AnswerPair): Difference[] {
  const { theirs, ours } = pair;
  const expected = neutralReply(context, pair, ours);
  if (theirs.headers['content-type']?.startsWith('text/event-stream') && expected.events) {
    const exchange = exchangeOf(pair, expected);
    return compareReply(exchange, replySchemaOf(exchange, context.served), theirs, context.words).differences;
  }
  return [
    ...differenceIfAny('status', 'status', ours.status, theirs.status),
    { kind: 'shape', place: '', expected: 'JSON', actual: `${theirs.text.length} characters` },
  ];
}

function otherOutcome(our: AnswerOutcome, their: AnswerOutcome): Difference[] {
  const status = differenceIfAny('status', 'status', our.status, their.status);
  const code = differenceIfAny('code', their.at, our.code, their.code);
  return [...status, ...code];
}

/** A reply of the form that the outcome has, with the data of the service itself. */
function expectedFor(context: AnswerContext, pair: AnswerPair, their: AnswerOutcome): ExchangeReply {
  const reply = neutralReply(context, pair, pair.theirs);
  const isFile = pair.operation === 'tube/subtitles/download' && their.kind === 'success';
  const row = tableOf(context, pair.request)[their.kind as RefusalKind];
  const error = row && 'error' in row ? { error: row.error } : {};
  return {
    ...reply,
    ...(isObject(reply.body) && { body: { ...reply.body, ...error } }),
    status: their.kind === 'success' || reply.events ? 200 : (row?.status ?? reply.status),
    headers: {
      'content-type': reply.events ? 'text/event-stream' : 'application/json',
      ...(isFile && { 'content-disposition': 'attachment' }),
    },
  };
}

/** A stream is expected to end as the service's does: the findings of a search in words depend on data. */
function sameResult(expected: ExchangeReply, theirs: ExchangeReply): ExchangeReply {
  const last = theirs.events?.at(-1);
  if (!expected.events || !last) return expected;
  return { ...expected, events: [...expected.events.slice(0, -1), last] };
}

function neutralReply({ served, words }: AnswerContext, pair: AnswerPair, incoming: Incoming): ExchangeReply {
  const { status, headers, text } = incoming;
  const named = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const neutral = (body: unknown): unknown => {
    const exchange = exchangeOf(pair, { status, headers: named, body });
    return words.reply(body, replySchemaOf(exchange, served));
  };
  if (!headers['content-type']?.startsWith('text/event-stream'))
    return { status, headers: named, body: neutral(parseReplyJson(text)) };
  const { events } = eventsOf(text);
  return {
    status,
    headers: named,
    events: events.map(({ event, data }) => ({ event, data: event === 'result' ? neutral(data) : data })),
  };
}

const exchangeOf = ({ operation, request }: AnswerPair, reply: ExchangeReply): Exchange => ({
  name: operation,
  title: operation,
  operation,
  request,
  elsewhere: {},
  reply,
});
