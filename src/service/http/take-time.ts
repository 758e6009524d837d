import { note, recognisedCall } from './call.ts';
import { delayReply } from './forced.ts';
import type { RequestCheck, UnreadRequest } from './generation.ts';

/** Lets an accepted request take its time; nothing under a frozen clock. */
export const takeTime: RequestCheck = (deps, arriving) => {
  const { latency, clock } = deps;
  if (!latency || clock.frozen) return undefined;
  const call = recognisedCall(arriving);
  const waits = latency.next(call.caller.id, call.operation);
  call.waits = waits;
  const [endMs] = waits.eventsMs.slice(-1);
  note(
    call,
    endMs === undefined
      ? `latency: ${waits.firstMs} ms`
      : `latency: ${waits.firstMs} ms to the first event, ${sum(waits.eventsMs) - endMs} ms between events, ${endMs} ms to the result`,
  );
  return delayReply(deps, (arriving.unread as UnreadRequest).reply, waits.firstMs);
};

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
