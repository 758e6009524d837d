import type { Millicredits } from '../core/credits.ts';
import { isObject } from '../core/values.ts';
import { shortParameters } from '../report/evidence.ts';
import { lookUpIdOf } from '../report/identifiers.ts';
import type { CountedStream, Tally } from '../report/tally.ts';
import type { TallyInput } from '../report/tally-input.ts';
import { redactedParameters } from './redacted-parameters.ts';

/** A call of a replica's tally, in a form in which the tally of another can repeat it. */
export type TallyEvent =
  | { count: StoredRequest }
  | { stream: StoredRequest }
  | { ended: { request: number; whole: boolean; isCut: boolean } }
  | { settled: [traceId: string, keyId: string | null, operation: string | null, credits: Millicredits] }
  | { failed: [traceId: string, errorCode: string] }
  | { facts: [operation: string, facts: number, traceId: string] }
  | { renewed: string }
  /** The key; null = all. */
  | { changed: string | null }
  | { reset: true };

/** A request as JSON: without the key itself, and without what only the journal shows. */
interface StoredRequest
  extends Omit<TallyInput, 'request' | 'secret' | 'givenNames' | 'isChanged' | 'evidence'> {
  request: Omit<TallyInput['request'], 'body' | 'notes' | 'decisions' | 'durationMs' | 'realAt'>;
  /** What a report shows of a body that is too large to compare. */
  shown?: Record<string, unknown>;
}

/**
 * The instants of two replicas are compared, so they are given on the clock of all. An arrival has its latest possible
 * instant and a reply its earliest, so that two requests count as simultaneous only if they were.
 * @param ahead the milliseconds by which that clock is ahead of `performance.now()` at least
 * @param lag the milliseconds by which it may be further ahead
 */
export function storedRequest(input: TallyInput, ahead: number, lag: number): StoredRequest {
  const {
    request,
    secret: _,
    caller,
    items,
    givenNames: _names,
    isChanged: _changed,
    evidence: _evidence,
    ...more
  } = input;
  const {
    body,
    notes: _notes,
    decisions: _decisions,
    durationMs: _duration,
    realAt: _real,
    ...entry
  } = request;
  return {
    ...more,
    request: entry,
    ...(input.body === undefined && { shown: shortParameters(body) }),
    arrivedAt: input.arrivedAt + ahead + lag,
    repliedAt: input.repliedAt + ahead,
    given: redactedParameters(input),
    items: items?.map(lookUpIdOf),
    caller: caller && { account: caller.account, unlimited: caller.unlimited },
  };
}

const inputOf = ({ request, shown, ...more }: StoredRequest): TallyInput => ({
  ...more,
  // Each replica counts its own.
  isChanged: false,
  givenNames: isObject(more.given) ? Object.keys(more.given) : [],
  request: { ...request, body: shown, notes: [], decisions: [], durationMs: 0, realAt: 0 },
  secret: undefined,
});

/** @param streams those that have not ended yet, by the ids of their requests */
export function applyEvent(tally: Tally, event: TallyEvent, streams: Map<number, CountedStream>): void {
  if ('count' in event) tally.countRequest(inputOf(event.count));
  else if ('stream' in event) streams.set(event.stream.id, tally.countStream(inputOf(event.stream)));
  else if ('ended' in event) {
    streams.get(event.ended.request)?.end(event.ended);
    streams.delete(event.ended.request);
  } else if ('settled' in event) tally.addStreamCharge(...event.settled);
  else if ('failed' in event) tally.addStreamFailure(...event.failed);
  else if ('facts' in event) tally.noteStreamFacts(...event.facts);
  else if ('renewed' in event) tally.noteRenewal(event.renewed);
  else if ('changed' in event) tally.noteOutsideChange(event.changed ?? undefined);
  else tally.reset(new Map());
}
