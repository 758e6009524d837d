import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isLoopback } from '../admin/guard.ts';
import { UsageError } from '../core/errors.ts';

/** A host of the service, which a client names as a constant. */
export interface ServiceHost {
  /** In lower case, as DNS has it, without a trailing dot. */
  readonly host: string;
  /** The path of the base URL in front of all of its paths, such as `/prefix`; empty if there is none. */
  readonly prefix: string;
}

/** Reads what `--service` names: hosts or base URLs, each with a path in front or none. @throws UsageError */
export function readServiceHosts(texts: readonly string[]): ServiceHost[] {
  const services = texts.map(readServiceHost);
  for (const { host, prefix } of services)
    if (services.some((other) => other.host === host && other.prefix !== prefix))
      throw new UsageError(`--service: ${host} is named twice, with different paths.`);
  return services;
}

function readServiceHost(text: string): ServiceHost {
  const [, authority = '', path = ''] = /^(?:https?:\/\/)?([^/?#]*)(.*)$/i.exec(text.trim()) ?? [];
  const flaw = flawOf(authority, path);
  if (flaw !== undefined) throw new UsageError(`--service: ${JSON.stringify(text)} ${flaw}.`);
  return { host: normalHost(authority), prefix: path.replace(/\/+$/, '') };
}

function flawOf(authority: string, path: string): string | undefined {
  const host = normalHost(authority);
  if (authority.includes('*')) return 'is a pattern: name each host whole, such as api.example.com';
  if (authority.includes('@')) return 'holds a user: name the host alone';
  if (isIP(authority.replace(/^\[|\]$/g, '')) !== 0 || /^[\d.]+$/.test(authority))
    return 'is an address: name the host by which the client calls it';
  if (/:\d+$/.test(authority)) return 'has a port: name the host alone, all of its ports reach the sandbox';
  if (isLoopback(host) || host.endsWith('.localhost')) return 'is this machine, which no client has to leave';
  if (!hostPattern.test(host)) return 'is no host: name one such as api.example.com';
  if (!/^(?:\/[\w.~%!$&'()+:@=-]*)*$/.test(path) || /\/\.{0,2}\/|\/\.{1,2}$/.test(path))
    return 'has no path in front of others: name one such as api.example.com/prefix';
  return undefined;
}

const hostPattern =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** A host as DNS compares it; one that no URL may have stays as it is. */
export function normalHost(host: string): string {
  const plain = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (isIP(plain) === 0 && domainToASCII(plain) ? domainToASCII(plain) : plain).replace(/\.$/, '');
}

/**
 * The path of the sandbox for one of a service.
 * @param url path and query, or a whole URL
 */
export function pathAt({ prefix }: ServiceHost, url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
  if (prefix === '' || !path.startsWith(prefix) || !/^[/?]|^$/.test(path.slice(prefix.length))) return path;
  return path.slice(prefix.length).replace(/^(?!\/)/, '/');
}

/** Tells if an entry of NO_PROXY, in the reading of any client, covers a host: `*`, the host, a domain above it, with a port or without. */
export function covers(entry: string, host: string): boolean {
  const name = normalHost(entry.trim().replace(/:\d+$/, '')).replace(/^\*?\./, '');
  return name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
}
