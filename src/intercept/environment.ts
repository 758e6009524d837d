import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { preloadVariables } from '../system/preload.ts';
import { covers, type ServiceHost } from './service-hosts.ts';
import { rootVariables, type TrustFiles } from './trust.ts';
import { type Environment, noProxyOf } from './upstream.ts';

const loopback = ['localhost', '127.0.0.1', '::1'];

/** The variables by which clients find a proxy. @param direct entries of NO_PROXY beside this machine */
export function proxyVariables(url: string, direct: readonly string[] = []): Record<string, string> {
  const noProxy = [...loopback, ...direct].join(',');
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    http_proxy: url,
    https_proxy: url,
    NO_PROXY: noProxy,
    no_proxy: noProxy,
    NODE_USE_ENV_PROXY: '1',
  };
}

/** The entries of NO_PROXY that may stay, and those that would lead around the proxy for a named host. */
export function directHosts(env: Environment, services: readonly ServiceHost[]) {
  const entries = noProxyOf(env);
  const isKept = (entry: string): boolean => !services.some(({ host }) => covers(entry, host));
  return { kept: entries.filter(isKept), left: entries.filter((entry) => !isKept(entry)) };
}

export interface ServiceVariablesOptions {
  readonly services: readonly ServiceHost[];
  readonly files: TrustFiles;
  readonly folder: string;
  /** The listener that only the user's processes reach. */
  readonly socket: string;
  /** The port of the listener without a secret. */
  readonly openPort: number | undefined;
  /** The entries of NO_PROXY; undefined if no host but the named ones may be reached. */
  readonly direct: readonly string[] | undefined;
}

/** The variables by which runtimes trust the authority, and by which what is loaded before the command's own code finds the listeners. */
export function serviceVariables(
  { services, files, folder, socket, openPort, direct }: ServiceVariablesOptions,
  env: Environment,
): Record<string, string> {
  const hosts = services.map(({ host }) => host);
  return {
    ...preloadVariables(env),
    NODE_EXTRA_CA_CERTS: files.extra,
    ...Object.fromEntries(rootVariables.map((name) => [name, files.roots])),
    PHP_INI_SCAN_DIR: `${env['PHP_INI_SCAN_DIR'] ?? ''}${delimiter}${files.php}`,
    CREATOR_SANDBOX_SERVICE_HOSTS: hosts.join(','),
    CREATOR_SANDBOX_SERVICE_SOCKET: socket,
    CREATOR_SANDBOX_SERVICE_AUTHORITY: files.extra,
    CREATOR_SANDBOX_SERVICE_PORT: openPort === undefined ? '' : String(openPort),
    ...(openPort !== undefined && javaVariables({ hosts, files, folder, openPort, direct }, env)),
  };
}

/**
 * Java knows no secret of a proxy, and no hosts that alone go to one: the file has patterns for all others. Programs other
 * than `java` and those before Java 9 do not read it; there, other hosts are refused.
 */
function javaVariables(
  {
    hosts,
    files,
    folder,
    openPort,
    direct,
  }: Omit<ServiceVariablesOptions, 'services' | 'socket'> & {
    hosts: readonly string[];
  },
  env: Environment,
): Record<string, string> {
  const properties = [
    ...['http', 'https'].flatMap((scheme) => [
      `-D${scheme}.proxyHost=127.0.0.1`,
      `-D${scheme}.proxyPort=${openPort}`,
    ]),
    `"-Djavax.net.ssl.trustStore=${files.javaRoots}"`,
    '-Djavax.net.ssl.trustStoreType=JKS',
  ];
  const tools = { JAVA_TOOL_OPTIONS: [env['JAVA_TOOL_OPTIONS'], ...properties].filter(Boolean).join(' ') };
  if (!direct) return tools;
  const patterns = ['[*', ...allBut(hosts)].join('|');
  const file = join(folder, 'java.options');
  writeFileSync(file, `"-Dhttp.nonProxyHosts=${patterns}"\n`);
  return { ...tools, JDK_JAVA_OPTIONS: [env['JDK_JAVA_OPTIONS'], `@${file}`].filter(Boolean).join(' ') };
}

/** Patterns with `*` at their end that fit every host but these, with a dot behind them or not. */
export function allBut(hosts: readonly string[]): string[] {
  const starts = new Set(hosts.flatMap((host) => [...host].map((_, at) => host.slice(0, at))));
  const goesOn = (text: string): boolean => hosts.some((host) => `${host}.`.startsWith(text));
  const shorter = [...starts].filter((text) => text !== '' && !hosts.includes(text));
  return [
    ...shorter,
    ...[...starts, ...hosts].flatMap((text) =>
      [...'abcdefghijklmnopqrstuvwxyz0123456789-._'].flatMap((next) =>
        goesOn(text + next) ? [] : [`${text}${next}*`],
      ),
    ),
  ];
}
