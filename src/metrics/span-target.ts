import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { connectionErrorReason } from '../core/connection-error.ts';
import { UsageError } from '../core/errors.ts';
import { percentDecoded } from '../core/keys/redactor.ts';

/** Takes spans as OTLP/JSON. */
export interface SpanTarget {
  /** For messages: neither credentials nor a path, which may hold some. */
  readonly name: string;
  /** @throws Error whose message ends a sentence */
  write(json: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a file, to which a line is added for each batch, or the URL of an OTLP receiver.
 * @param resolvePath the file that a name stands for
 * @throws UsageError
 */
export async function openSpanTarget(
  given: string,
  resolvePath: (name: string) => string,
): Promise<SpanTarget> {
  if (!/^[a-z][a-z+.-]+:\/\//i.test(given)) return fileTarget(given, resolvePath(given));
  if (!/^https?:/i.test(given) || !URL.canParse(given))
    throw new UsageError('The setting otlp takes a file, or a URL such as http://127.0.0.1:4318.');
  return urlTarget(new URL(given));
}

async function fileTarget(name: string, file: string): Promise<SpanTarget> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    // A pipe that nobody reads would hold the start.
    handle = await open(
      file,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK,
    );
  } catch (error) {
    throw new UsageError(`The spans cannot be written to ${name}: ${connectionErrorReason(error)}.`);
  }
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw new UsageError(`The spans cannot be written to ${name}: it is no regular file.`);
  }
  return {
    name,
    async write(json) {
      try {
        await handle.appendFile(`${json}\n`);
      } catch (error) {
        throw new Error(connectionErrorReason(error));
      }
    },
    close: () => handle.close(),
  };
}

const maxSendingMs = 5_000;

function urlTarget(url: URL): SpanTarget {
  const { username, password, origin } = url;
  const credentials = percentDecoded(`${username}:${password}`);
  const headers = {
    'content-type': 'application/json',
    ...(credentials !== ':' && {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    }),
  };
  const address = new URL(url);
  Object.assign(address, { username: '', password: '', hash: '' });
  if (address.pathname === '/') address.pathname = '/v1/traces';
  return {
    name: origin,
    async write(body, signal) {
      const { ok, status } = await fetch(address, {
        method: 'POST',
        headers,
        body,
        // Only the named URL gets spans.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(maxSendingMs)]),
      }).then(
        async (reply) => {
          await reply.body?.cancel();
          return reply;
        },
        (error: unknown) => {
          throw new Error(connectionErrorReason(error));
        },
      );
      if (!ok) throw new Error(`it answered ${status}`);
    },
    close: async () => {},
  };
}
