import { call } from './api.ts';
import { addRow, loadRows, noticeReset, type Row, reloadRows } from './requests.ts';
import { connected, loadFixed, loadState, stateChanged } from './state.ts';
import { tokenNeeded } from './token.ts';

/** Follows the sandbox until the page goes; a sandbox that restarts is found again. */
export async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !tokenNeeded.value) {
    try {
      const reply = await call('get', './events', undefined, signal);
      await Promise.all([loadFixed(), loadState(), loadRows()]);
      connected.set(true);
      for await (const { name, data } of framesOf(reply.body as ReadableStream<Uint8Array>)) {
        if (name === 'request') addRow(data as Row);
        else if (name === 'lost') reloadRows();
        stateChanged();
      }
    } catch {
      // Below it tries again.
    }
    connected.set(false);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Changes of the clock, keys, rules and journal by others have no event. */
export const watchSlowly = (): void =>
  void setInterval(() => {
    if (!connected.value || document.hidden) return;
    loadState().catch(() => connected.set(false));
    void noticeReset();
  }, 3000);

/** The sandbox writes an event as a line with its name and a line with JSON. */
async function* framesOf(body: ReadableStream<Uint8Array>) {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of body) {
    const frames = (text + decoder.decode(piece, { stream: true })).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
      if (name !== '') yield { name, data: JSON.parse(data) as unknown };
    }
  }
}
