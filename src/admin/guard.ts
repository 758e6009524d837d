import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from './problem.ts';

/**
 * Refuses requests that may not use the admin surface. The surface hands out credits and shows the journal, so
 * a web page that the user visits must not reach it: neither through a host name that it points at this machine
 * (Host), nor with a request from its own origin (Origin, Sec-Fetch-Site).
 * @throws Problem 403 for another Host or origin, 401 for a missing or wrong token
 */
export function checkAccess(
  headers: IncomingHttpHeaders,
  allow: { hosts: readonly string[]; token?: string | undefined },
): void {
  const host = headers.host ?? '';
  if (!isTrustedHost(hostnameOf(host), allow.hosts))
    throw new Problem(
      403,
      `Host ${JSON.stringify(host)} is not allowed here; add it with the setting adminHosts.`,
    );
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new Problem(403, 'Cross-site requests are not allowed here.');
  if (headers.origin !== undefined && hostOfOrigin(headers.origin) !== host.toLowerCase())
    throw new Problem(403, `Origin ${JSON.stringify(headers.origin)} is not allowed here.`);
  if (allow.token !== undefined && !sameText(bearerIn(headers.authorization), allow.token))
    throw new Problem(401, 'Send the admin token: Authorization: Bearer <token>.');
}

/** Whether a host is loopback; on any other host the surface needs a token. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** Names that only the machine itself gives out: below localhost (RFC 6761), and its own as containers of any engine see it. */
const reservedNames = /^(?:[a-z0-9_-]+\.)+localhost$|^(?:host|gateway)\.[a-z0-9-]+\.internal$/;

/** Loopback, IP literals, names without a dot (compose and CI services), reserved names, and those of `adminHosts`. */
function isTrustedHost(name: string, hosts: readonly string[]): boolean {
  if (name === '') return false;
  return (
    isIP(name.replace(/^\[|\]$/g, '')) !== 0 ||
    /^[a-z0-9_-]+$/.test(name) ||
    reservedNames.test(name) ||
    hosts.some((host) => host.toLowerCase() === name)
  );
}

const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');

function hostOfOrigin(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Schemes are compared without case (RFC 9110, 11.1); a missing token is an empty one. */
const bearerIn = (authorization = ''): string => /^bearer +(.*)$/i.exec(authorization)?.[1] ?? '';

/** Compares in constant time, also for texts of different lengths. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route answers without the admin token. */
    needsNoToken?: boolean;
  }
}
