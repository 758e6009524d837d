import type { Send } from '../../src/contract/wire.ts';
import { otherJson, otherLines, publishedBody, publishedUrl } from '../published.ts';

/**
 * A target for a client of the other vocabulary. The table of words works in both directions, so this serves
 * neutral requests at a published sandbox, and published ones at a neutral target.
 */
export const inOtherWords =
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
