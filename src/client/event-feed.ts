import { type AdminAddress, sendCall } from './admin-call.ts';
import { AdminError } from './admin-error.ts';
import type { EventFeed } from './admin-interface.ts';
import type { SandboxEvent } from './types.ts';

/** Opens the events of a sandbox. Resolves when no later event can be missed. @throws AdminError */
export async function openEventFeed(address: AdminAddress, key?: string): Promise<EventFeed> {
  const leaving = new AbortController();
  const reply = await sendCall(address, 'GET /events', { query: { key } }, leaving.signal);
  if (!reply.ok) throw new AdminError(reply.status, (await reply.json()) as Record<string, unknown>);
  const body = reply.body as NonNullable<typeof reply.body>;
  const pieces = body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  // The first piece comes when the sandbox listens.
  const { value: first = '' } = await pieces.next();
  const events = eventsIn(first, pieces, leaving);
  return { [Symbol.asyncIterator]: () => events, close: () => leaving.abort() };
}

/** The sandbox writes an event as two lines and an empty one; comments keep an idle connection open. */
async function* eventsIn(
  first: string,
  pieces: AsyncIterableIterator<string>,
  leaving: AbortController,
): AsyncGenerator<SandboxEvent, void> {
  let text = first;
  try {
    for await (const piece of pieces) {
      const frames = (text + piece).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
        if (data !== undefined) yield { event, data: JSON.parse(data) as unknown } as SandboxEvent;
      }
    }
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  } finally {
    leaving.abort();
  }
}
