import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that is free now. Systems give none of this range to anyone who asks for any port, so it stays free. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch {
      // somebody has it
    }
  }
}
