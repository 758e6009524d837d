import type { RequestListener, Server } from 'node:http';
import { fromPath } from '../../service/http/paths.ts';

/** A server whose app can be replaced while requests run. */
export interface Replaceable {
  /**
   * Passes further requests to the app of another server, which does not listen.
   * @returns when no request of the replaced app reads its world any more, and when none of them runs
   */
  replace(by: Server): Running;
}

export interface Running {
  readonly read: Promise<void>;
  readonly ended: Promise<void>;
}

export function replaceable(server: Server): Replaceable {
  let current = countRequests(listenerOf(server));
  server.removeAllListeners('request');
  server.on('request', (request, response) => current.listener(request, response));
  return {
    replace(by) {
      const { leave } = current;
      current = countRequests(listenerOf(by));
      return leave();
    },
  };
}

const listenerOf = (server: Server): RequestListener => server.listeners('request')[0] as RequestListener;

/** Counts the requests of a listener that have not ended. */
function countRequests(listener: RequestListener) {
  const reading = createCounter();
  const running = createCounter();
  return {
    listener: ((request, response) => {
      // Streams of events may stay open for hours, and read no world.
      const counters = fromPath(request.url ?? '').startsWith('/__admin/events')
        ? [running]
        : [running, reading];
      for (const { begin } of counters) begin();
      response.once('close', () => {
        for (const { end } of counters) end();
      });
      listener(request, response);
    }) satisfies RequestListener,
    leave: (): Running => ({ read: reading.none(), ended: running.none() }),
  };
}

function createCounter() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  let awaited = false;
  const check = () => {
    if (awaited && count === 0) resolve();
  };
  return {
    begin() {
      count += 1;
    },
    end() {
      count -= 1;
      check();
    },
    none(): Promise<void> {
      awaited = true;
      check();
      return promise;
    },
  };
}
