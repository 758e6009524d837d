import type { Exchange } from './exchange.ts';
import type { Verification } from './run.ts';
import type { Send } from './wire.ts';

/** Sends again after 429, with growing pauses, until the time of one call is over (contract 7.1). */
export const withRetry =
  ({ send, wait, retryForMs }: Pick<Verification, 'send' | 'wait' | 'retryForMs'>): Send =>
  async (request) => {
    let waitedMs = 0;
    for (let pauseMs = 500; ; pauseMs *= 2) {
      const reply = await send(request);
      if (waitedMs + pauseMs > retryForMs || !isRateLimit(reply.status, reply.text)) return reply;
      await wait(pauseMs);
      waitedMs += pauseMs;
    }
  };

/** Whether an exchange expects the rate limit: then a retry, or a request for the balance, would spoil it. */
export const meetsRateLimit = ({ reply }: Exchange): boolean =>
  isRateLimit(reply.status, JSON.stringify(reply.body));

const isRateLimit = (status: number, body = ''): boolean => status === 429 || body.includes('"QuotaRate"');
