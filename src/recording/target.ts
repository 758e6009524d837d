import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { generationOf } from '../contract/generations.ts';
import { UsageError } from '../core/errors.ts';

/** The service that calls are passed on to. */
export interface Target {
  /** Base URL of generation 3, without a slash at its end. */
  readonly url: string;
  /** Base URL of generation 2. */
  readonly v2Url: string;
  readonly key: string;
}

/** @throws UsageError for a target that would send the key over the network unencrypted */
export function checkTarget({ url, v2Url }: Pick<Target, 'url' | 'v2Url'>): void {
  for (const each of [url, v2Url]) {
    const { protocol, hostname } = new URL(each);
    if (protocol !== 'https:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname))
      throw new UsageError(`${each} would get the key unencrypted: plain http is for this machine only.`);
  }
}

export interface TargetRequest {
  readonly method: string;
  /** Path and query as the command sent them, from `/` on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

/** A call to the target, and whether any of it may have arrived there. */
export interface TargetCall {
  readonly reply: Promise<IncomingMessage>;
  wasSent(): boolean;
}

/**
 * Calls the target and nobody else: the host never comes from the request, no redirection is followed, and no proxy of
 * the environment is used.
 */
export function callTarget(
  { url, v2Url }: Target,
  { method, path, headers, body, signal }: TargetRequest,
): TargetCall {
  const { number, pathOf } = generationOf(path);
  const base = new URL(number === 2 ? v2Url : url);
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing: ClientRequest = send({
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    method,
    path: base.pathname.replace(/\/$/, '') + pathOf(path),
    headers: { ...headers, 'accept-encoding': 'identity' },
    agent: false,
    signal,
  });
  let sent = false;
  outgoing.once('socket', (socket) => {
    const isReady = base.protocol === 'https:' ? 'secureConnect' : 'connect';
    socket.once(isReady, () => {
      sent = true;
    });
  });
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).on('error', reject);
  });
  outgoing.end(body);
  return { reply, wasSent: () => sent };
}

/** An error of the network in words, its code or its sentence; no error of Node's holds a header. */
export function reasonOf(error: unknown): string {
  const { code, message, name } = error as { code?: unknown; message?: unknown; name?: unknown };
  if (name === 'TimeoutError') return 'it took too long';
  if (name === 'AbortError' || code === 'ABORT_ERR') return 'the command left, or it took too long';
  if (typeof code !== 'string') return String(message);
  const words = networkReasons[code];
  return words === undefined ? code : `${words} (${code})`;
}

const untrusted =
  'no authority that this machine trusts has signed its certificate, and NODE_EXTRA_CA_CERTS can name one';

/** The codes of Node's errors in the words of whoever gave the address. */
const networkReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host cannot be looked up',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
};
