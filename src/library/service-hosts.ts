/**
 * Loaded before a command's own code by `--service`: leads every connection to a host of the service to the run's listener,
 * whatever client, agent or dispatcher opens it. The listener is reached by a path that only the user has, so it needs no
 * secret.
 */
type Net = typeof import('node:net');
type Tls = typeof import('node:tls');

interface Target {
  host?: unknown;
  servername?: unknown;
  socket?: unknown;
}

/** The hosts that the run names. */
export const serviceHosts: ReadonlySet<string> = new Set(
  (process.env['CREATOR_SANDBOX_SERVICE_HOSTS'] ?? '').split(',').filter(Boolean),
);

const isLoaded = Symbol.for('creator-sandbox.service-hosts');

export function redirectServices(): void {
  const { CREATOR_SANDBOX_SERVICE_SOCKET: path, CREATOR_SANDBOX_SERVICE_AUTHORITY: file } = process.env;
  if (serviceHosts.size === 0 || !path || !file || isLoaded in globalThis) return;
  Object.defineProperty(globalThis, isLoaded, { value: true });
  const net: Net = process.getBuiltinModule('node:net');
  const tls: Tls = process.getBuiltinModule('node:tls');
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const { connect } = net.Socket.prototype;
  // Node's own clients call this with an array of options and callback.
  net.Socket.prototype.connect = function redirected(this: import('node:net').Socket, ...given: unknown[]) {
    const [options, callback] = optionsOf(Array.isArray(given[0]) ? given[0] : given);
    return Reflect.apply(connect, this, isNamed(options.host) ? [{ path }, callback] : given);
  } as typeof connect;
  const secure = tls.connect as (...given: unknown[]) => import('node:tls').TLSSocket;
  let ca: string | undefined;
  Object.assign(tls, {
    connect(...given: unknown[]) {
      const [options, callback] = optionsOf(given);
      const host = [options.host, options.servername].find(isNamed);
      if (host === undefined) return secure(...given);
      ca ??= readFileSync(file, 'utf8');
      const { servername = host, socket } = options;
      // Within the tunnel of a proxy of its own, the service itself is not believed.
      const trusted = { ca, secureContext: undefined, rejectUnauthorized: true, ...(!socket && { path }) };
      return secure({ ...options, host, servername, ...trusted }, callback);
    },
  });
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

const isNamed = (host: unknown): boolean =>
  typeof host === 'string' && serviceHosts.has(host.toLowerCase().replace(/\.$/, ''));

/** The options and the callback of a call in any of its forms: of options, of port and host, or of both. */
function optionsOf(given: readonly unknown[]): [Target, unknown] {
  const callback = given.find((each) => typeof each === 'function');
  const host = typeof given[1] === 'string' ? { host: given[1] } : {};
  const options = given.find((each) => typeof each === 'object' && each !== null);
  return [{ ...host, ...options }, callback];
}
