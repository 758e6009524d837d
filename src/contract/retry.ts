import type { Exchange } from './exchange.ts';
import type { Verification } from './run.ts';
import type { Send } from './wire.ts';

/** Whoever asks too fast waits, longer each time, and asks again (specification 7.1). */
export const patient =
  ({ send, wait, patienceMs }: Verification): Send =>
  async (request) => {
    let waitedMs = 0;
    for (let pauseMs = 500; ; pauseMs *= 2) {
      const reply = await send(request);
      if (waitedMs + pauseMs > patienceMs || !isRateLimit(reply.status, reply.text)) return reply;
      await wait(pauseMs);
      waitedMs += pauseMs;
    }
  };

/** Whether an exchange wants the rate limit: then nobody waits, and asking for a balance would be one request too many. */
export const meetsRateLimit = ({ reply }: Exchange): boolean =>
  isRateLimit(reply.status, JSON.stringify(reply.body));

const isRateLimit = (status: number, body = ''): boolean => status === 429 || body.includes('"QuotaRate"');
