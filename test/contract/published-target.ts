import type { Send } from '../../src/exchanges/wire.ts';
import { neutralReply, publishedBody, publishedUrl } from '../published.ts';

/** Asks a sandbox that speaks the published words, for someone who writes and reads the neutral ones. */
export const inPublishedWords =
  (send: Send): Send =>
  async (request) => {
    const { body } = request;
    const reply = await send({
      ...request,
      url: publishedUrl(request.url),
      ...(body !== undefined && { body: otherJson(body, publishedBody) }),
    });
    return { ...reply, text: otherLines(reply.text) };
  };

/** JSON, or events with JSON in them, in the other words. */
export const otherLines = (text: string): string =>
  text.replace(/^(data: )?(.+)$/gm, (_, begin = '', json) => begin + otherJson(json, neutralReply));

/** Text that is no JSON has no words to change. */
export function otherJson(text: string, other: (content: unknown) => unknown): string {
  try {
    return JSON.stringify(other(JSON.parse(text)));
  } catch {
    return text;
  }
}
