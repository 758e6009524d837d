import { fetchAdmin } from './api.ts';
import { addRow, loadRows, noticeReset, type Row, reloadRows } from './requests.ts';
import { connected, loadConstants, loadState, lost, stateChanged } from './state.ts';
import { tokenNeeded } from './token.ts';

/** Whether the stream of events is open. */
let isFollowing = false;

/** Follows the events of the sandbox until the page is left; connects again when the sandbox restarts. */
export async function followEvents(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !tokenNeeded.value) {
    try {
      const reply = await fetchAdmin('get', './events', undefined, signal);
      // It says what this tab may ask for.
      await loadConstants();
      await Promise.all([loadState(), loadRows()]);
      isFollowing = true;
      lost.set(false);
      connected.set(true);
      for await (const { name, data } of framesOf(reply.body as ReadableStream<BufferSource>)) {
        if (name === 'request') addRow(data as Row);
        else if (name === 'lost') reloadRows();
        stateChanged();
      }
    } catch {
      // The loop tries again.
    }
    isFollowing = false;
    lost.set(true);
    connected.set(false);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Loads the state every few seconds, because changes of clock, keys, rules and journal by others send no event. */
export const pollState = (): void =>
  void setInterval(() => {
    if (!isFollowing || document.hidden) return;
    const asking = loadState();
    // What happened without a connection may have sent no event.
    if (!connected.value) asking.then(reloadRows, () => {});
    // While one answer fails, the stream may stay open: the page is connected again with the next.
    asking.then(
      () => connected.set(isFollowing),
      () => {
        lost.set(true);
        connected.set(false);
      },
    );
    void noticeReset();
  }, 3000);

/** The sandbox writes an event as a line with its name and a line with JSON. */
async function* framesOf(body: ReadableStream<BufferSource>) {
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + piece).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
      if (name !== '') yield { name, data: JSON.parse(data) as unknown };
    }
  }
}
