import type { Send } from '../../src/contract/wire.ts';
import { otherJson, otherLines, publishedBody, publishedUrl } from '../published.ts';

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
