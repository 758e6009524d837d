import type { Millicredits } from '../core/credits.ts';
import { isObject } from '../core/values.ts';
import { idOf } from '../report/identifiers.ts';
import type { Seen } from '../report/seen.ts';
import type { CountedStream, Tally } from '../report/tally.ts';

/** What the tally of a replica was told, in a form in which a tally of another can be told the same. */
export type Act =
  | { count: Written }
  | { stream: Written }
  | { ended: { request: number; whole: boolean; isCut: boolean } }
  | { settled: [traceId: string, keyId: string | null, operation: string | null, credits: Millicredits] }
  | { renewed: string }
  /** The key; null = all. */
  | { changed: string | null }
  | { reset: true };

/** A request as JSON: without the key itself, and without what only the journal shows. */
interface Written extends Omit<Seen, 'entered' | 'secret'> {
  entered: Omit<Seen['entered'], 'body' | 'notes' | 'decisions' | 'durationMs'>;
}

/**
 * The instants of two replicas are compared, so they are given on the clock of all. Of an arrival it is the latest
 * possible instant and of a reply the earliest, so that two requests count as simultaneous only if they were.
 * @param ahead of that clock before `performance.now()` @param lag by which it may be ahead still
 */
export function written(seen: Seen, ahead: number, lag: number): Written {
  const { entered, secret: _, given, items, ...more } = seen;
  const { body: _body, notes: _notes, decisions: _decisions, durationMs: _duration, ...compared } = entered;
  return {
    ...more,
    entered: compared,
    arrivedAt: seen.arrivedAt + ahead + lag,
    repliedAt: seen.repliedAt + ahead,
    given: seen.body === undefined ? flat(given) : given,
    items: items?.map(idOf),
  };
}

/** The parameters of a body that is too large to be compared: the rules need their names, and no nested value. */
const flat = (given: unknown): unknown =>
  isObject(given)
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, isShort(value) ? value : null]))
    : undefined;

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= longest : typeof value !== 'object';

const longest = 200;

const read = ({ entered, ...more }: Written): Seen => ({
  ...more,
  entered: { ...entered, body: undefined, notes: [], decisions: [], durationMs: 0 },
  secret: undefined,
});

/** @param streams those that were not ended yet, by the ids of their requests */
export function tell(tally: Tally, act: Act, streams: Map<number, CountedStream>): void {
  if ('count' in act) tally.count(read(act.count));
  else if ('stream' in act) streams.set(act.stream.id, tally.countStream(read(act.stream)));
  else if ('ended' in act) {
    streams.get(act.ended.request)?.end(act.ended);
    streams.delete(act.ended.request);
  } else if ('settled' in act) tally.settled(...act.settled);
  else if ('renewed' in act) tally.renewed(act.renewed);
  else if ('changed' in act) tally.changed(act.changed ?? undefined);
  else tally.reset(new Map());
}
