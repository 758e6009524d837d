import type { IncomingMessage, ServerResponse } from 'node:http';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of one connection one after another: a client that writes many at once would hold up every other
 * one, since Node reads them all in one piece. What is left when the connection ends is not handled.
 */
export function inTurn(handle: Handle): Handle {
  return (request, response) => {
    // Node gives the connection to a reply once those before it have ended.
    if (response.socket) handle(request, response);
    else
      response.once('socket', (socket) =>
        setImmediate(() => {
          if (!socket.destroyed) handle(request, response);
        }),
      );
  };
}
