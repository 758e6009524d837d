import { sendCall } from './admin-call.ts';
import { AdminError } from './admin-error.ts';
import type { EventFeed } from './admin-interface.ts';
import { type AdminAddress, eventsIn, piecesOf } from './ask-sandbox.ts';
import type { SandboxEvent } from './types.ts';

/** Opens the events of a sandbox. Resolves when no later event can be missed. @throws AdminError */
export async function openEventFeed(address: AdminAddress, key?: string): Promise<EventFeed> {
  const answer = await sendCall(address, 'GET /events', { query: { key } });
  if (!answer.isOk)
    throw new AdminError(answer.status, JSON.parse(await answer.text()) as Record<string, unknown>);
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    answer.body.destroy();
  };
  const pieces = piecesOf(answer);
  // The first piece comes when the sandbox listens.
  const { value: first = '' } = await pieces.next();
  const events = eventsOfFeed();
  return { [Symbol.asyncIterator]: () => events, close: leave };

  async function* eventsOfFeed(): AsyncGenerator<SandboxEvent, void> {
    try {
      for await (const { event, data } of eventsIn(pieces, first))
        yield { event, data: JSON.parse(data) as unknown } as SandboxEvent;
    } catch (error) {
      if (!isLeft) throw error;
    } finally {
      leave();
    }
  }
}
