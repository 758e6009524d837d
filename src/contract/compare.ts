import type { TSchema } from '@sinclair/typebox';
import { compilePointer } from '../core/json-values.ts';
import { isObject } from '../core/values.ts';
import { NlsProgress } from '../service/v3/envelope.ts';
import { type Difference, describeValue, differenceIfAny } from './difference.ts';
import { eventsOf, parseReplyJson } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { failed, isUnknownPath } from './reply-schema.ts';
import { schemaDifferences } from './schema-differences.ts';
import type { Incoming } from './wire.ts';
import { neutralWords, type TargetWords } from './words.ts';

export interface Compared {
  differences: Difference[];
  /** The last event's data on a stream; undefined where it is unreadable or the outcome is another one. */
  body: unknown;
}

/**
 * Compares a reply with the recorded one in everything that does not depend on data: status, codes, headers, shape
 * and types.
 * @param schema closed schema of the whole body
 */
export function compareReply(
  exchange: Exchange,
  schema: TSchema,
  incoming: Incoming,
  words: TargetWords = neutralWords,
): Compared {
  const { reply } = exchange;
  const differences = [
    ...differenceIfAny('status', 'status', reply.status, incoming.status),
    ...headerDifferences(exchange, incoming),
  ];
  if (reply.events) return compareStream(exchange, schema, incoming, { differences, words });

  const content = parseReplyJson(incoming.text);
  if (content === undefined)
    return { differences: [...differences, notJson(incoming.text)], body: undefined };
  const body = words.reply(content, schema);
  // The fields of another outcome all differ: reporting them adds nothing.
  const otherOutcome = differenceIfAny('shape', '', outcomeOf(reply.body), outcomeOf(body));
  if (otherOutcome.length > 0)
    return {
      differences: [...differences, ...codeDifferences(reply.body, body), ...otherOutcome],
      body: undefined,
    };
  return {
    differences: [
      ...differences,
      ...codeDifferences(reply.body, body),
      ...schemaDifferences(schema, body),
      ...sameDifferences(exchange, body),
    ],
    body,
  };
}

function compareStream(
  exchange: Exchange,
  schema: TSchema,
  incoming: Incoming,
  { differences, words }: { differences: Difference[]; words: TargetWords },
): Compared {
  const { events: expected = [] } = exchange.reply;
  const { events, differences: framing } = eventsOf(incoming.text);
  // A refusal comes as JSON in place of the stream.
  const refusal = events.length === 0 ? codeDifferences({}, parseReplyJson(incoming.text)) : [];
  const progress = events.flatMap(({ event, data }, n) =>
    event === 'progress' ? schemaDifferences(NlsProgress, data, `/events/${n}/data`) : [],
  );
  const streamed = [
    ...differences,
    ...refusal,
    ...framing,
    ...eventOrderDifferences(eventNames(expected), eventNames(events)),
    ...progress,
  ];
  // contract 6: the result comes once, and last
  const last = events.at(-1);
  if (last?.event !== 'result') return { differences: streamed, body: undefined };
  const result = words.reply(last.data, schema);
  const recorded = expected.at(-1)?.data;
  const at = `/events/${events.length - 1}/data`;
  return {
    differences: [
      ...streamed,
      ...codeDifferences(recorded, result),
      ...differenceIfAny('shape', at, outcomeOf(recorded), outcomeOf(result)),
      ...differenceIfAny('type', `${at}/errorDescription`, '', textIn(result, 'errorDescription')),
      // A result has either findings or a message.
      ...differenceIfAny('shape', `${at}/data`, findingsIn(recorded), findingsIn(result)),
      ...schemaDifferences(schema, result, at),
      ...sameDifferences(exchange, result),
    ],
    body: result,
  };
}

/** Events by name and progress message, which are the same for every search. */
const eventNames = (events: readonly { event: string; data: unknown }[]): string[] =>
  events.map(({ event, data }) =>
    event === 'progress' && isObject(data) ? `${event} ${describeValue(data['message'])}` : event,
  );

/** Reports the first event that differs. */
function eventOrderDifferences(expected: readonly string[], actual: readonly string[]): Difference[] {
  const n = expected.findIndex((name, index) => name !== actual[index]);
  const at = n < 0 ? expected.length : n;
  return differenceIfAny('shape', `/events/${at}`, expected[at], actual[at]);
}

const findingsIn = (result: unknown): string =>
  isObject(result) && isObject(result['data']) ? Object.keys(result['data']).sort().join(', ') : 'nothing';

const textIn = (body: unknown, name: string): unknown => (isObject(body) ? body[name] : undefined);

const notJson = (text: string): Difference => ({
  kind: 'shape',
  place: '',
  expected: 'JSON',
  actual: describeValue(text.slice(0, 80)),
});

function outcomeOf(body: unknown): string {
  if (!isObject(body)) return 'no envelope';
  if (isUnknownPath(body)) return 'unknown path';
  return failed(body) ? 'failure' : 'success';
}

/** Clients branch on codes: generation 3 has a class and a code, generation 2 one string. */
function codeDifferences(expected: unknown, actual: unknown): Difference[] {
  return ['error', 'errorCode'].flatMap((name) => {
    const code = (body: unknown) => textIn(body, name) || undefined;
    return differenceIfAny('code', `/${name}`, code(expected), code(actual));
  });
}

function sameDifferences({ elsewhere, reply }: Exchange, body: unknown): Difference[] {
  const places = typeof elsewhere === 'string' ? [] : (elsewhere.same ?? []);
  const whole = reply.events ? reply.events.at(-1)?.data : reply.body;
  return places.flatMap((place) => {
    const at = compilePointer(place);
    return differenceIfAny('invariant', place, at(whole), at(body));
  });
}

function headerDifferences({ reply }: Exchange, incoming: Incoming): Difference[] {
  return [
    ...differenceIfAny('shape', 'header content-type', mediaType(reply.headers), mediaType(incoming.headers)),
    ...differenceIfAny(
      'shape',
      'header content-disposition',
      disposition(reply.headers),
      disposition(incoming.headers),
    ),
    ...limitHeaders(incoming),
  ];
}

type Headers = Incoming['headers'];
const mediaType = (headers: Headers) => headers['content-type']?.split(';', 1)[0]?.trim();
const disposition = (headers: Headers) => headers['content-disposition']?.split(';', 1)[0]?.trim();

/** contract 7.2(7): 429 and 402 have neither header. */
const limitHeaders = ({ status, headers }: Incoming): Difference[] =>
  status !== 429 && status !== 402
    ? []
    : ['retry-after', 'x-ratelimit-remaining'].flatMap((name) =>
        differenceIfAny('invariant', `header ${name}`, undefined, headers[name]),
      );
