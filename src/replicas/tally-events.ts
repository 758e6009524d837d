import type { Millicredits } from '../core/credits.ts';
import { lookUpIdOf } from '../report/identifiers.ts';
import type { CountedStream, Tally } from '../report/tally.ts';
import type { TallyInput } from '../report/tally-input.ts';
import { shownParameters } from './shown-parameters.ts';

/** A call of a replica's tally, in a form in which the tally of another can repeat it. */
export type TallyEvent =
  | { count: StoredRequest }
  | { stream: StoredRequest }
  | { ended: { request: number; whole: boolean; isCut: boolean } }
  | { settled: [traceId: string, keyId: string | null, operation: string | null, credits: Millicredits] }
  | { renewed: string }
  /** The key; null = all. */
  | { changed: string | null }
  | { reset: true };

/** A request as JSON: without the key itself, and without what only the journal shows. */
interface StoredRequest extends Omit<TallyInput, 'request' | 'secret' | 'factMask'> {
  facts: number;
  entered: Omit<TallyInput['request'], 'body' | 'notes' | 'decisions' | 'durationMs'>;
}

/**
 * The instants of two replicas are compared, so they are given on the clock of all. An arrival has its latest possible
 * instant and a reply its earliest, so that two requests count as simultaneous only if they were.
 * @param ahead the milliseconds by which that clock is ahead of `performance.now()` at least
 * @param lag the milliseconds by which it may be further ahead
 */
export function storedRequest(seen: TallyInput, ahead: number, lag: number): StoredRequest {
  const { request: entered, secret: _, caller, items, factMask, ...more } = seen;
  const { body: _body, notes: _notes, decisions: _decisions, durationMs: _duration, ...compared } = entered;
  return {
    ...more,
    facts: factMask,
    entered: compared,
    arrivedAt: seen.arrivedAt + ahead + lag,
    repliedAt: seen.repliedAt + ahead,
    given: shownParameters(seen),
    items: items?.map(lookUpIdOf),
    caller: caller && { account: caller.account, unlimited: caller.unlimited },
  };
}

const requestOf = ({ entered, facts, ...more }: StoredRequest): TallyInput => ({
  ...more,
  factMask: facts,
  request: { ...entered, body: undefined, notes: [], decisions: [], durationMs: 0 },
  secret: undefined,
});

/** @param streams those that were not ended yet, by the ids of their requests */
export function applyEvent(tally: Tally, act: TallyEvent, streams: Map<number, CountedStream>): void {
  if ('count' in act) tally.countRequest(requestOf(act.count));
  else if ('stream' in act) streams.set(act.stream.id, tally.countStream(requestOf(act.stream)));
  else if ('ended' in act) {
    streams.get(act.ended.request)?.end(act.ended);
    streams.delete(act.ended.request);
  } else if ('settled' in act) tally.addStreamCharge(...act.settled);
  else if ('renewed' in act) tally.noteRenewal(act.renewed);
  else if ('changed' in act) tally.noteOutsideChange(act.changed ?? undefined);
  else tally.reset(new Map());
}
