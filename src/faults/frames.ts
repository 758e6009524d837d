/** One server-sent event as the service frames it: a name and one line of JSON. */
export interface Frame {
  event: string;
  data: string;
}

export const frameText = ({ event, data }: Frame): string => `event: ${event}\ndata: ${data}\n\n`;

/** The frames (`event: …`, `data: …`, empty line) of a stream, however it is split into pieces. */
export async function* framesIn(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Frame, void> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const piece of source) {
    pending += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const frames = pending.split('\n\n');
    pending = frames.pop() ?? '';
    for (const frame of frames) yield parseFrame(frame);
  }
}

function parseFrame(frame: string): Frame {
  const groups = /^event: (?<event>[^\n]*)\ndata: (?<data>[^\n]*)$/.exec(frame)?.groups;
  if (!groups) throw new Error('the stream has a frame that is not `event:`, `data:` and an empty line');
  return groups as unknown as Frame;
}
