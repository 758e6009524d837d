import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { GateResult, Report } from '../report/model.ts';
import { directHosts, proxyVariables, serviceVariables } from './environment.ts';
import { guardGate, serviceGate, sumOf } from './gates.ts';
import { createProxy } from './proxy.ts';
import { openRunFolder } from './run-folder.ts';
import { createServiceServer, type ServiceServer } from './serve.ts';
import type { ServiceHost } from './service-hosts.ts';
import { certify, type ServiceCertificate, writeTrustFiles } from './trust.ts';
import { type Environment, readUpstream } from './upstream.ts';

/** Takes the requests of a command on their way: to the service's hosts, and to all others. */
export interface Interception {
  /** The variables by which the command's clients find the proxy, and trust it for the named hosts. */
  readonly environment: Readonly<Record<string, string>>;
  /** The entries of NO_PROXY that the command does not have, because they cover a named host. */
  readonly leftOut: readonly string[];
  /** How many requests to named hosts arrived. */
  readonly arrived: number;
  /** Judges the refused and the arrived requests. @param report of the run: it has the real keys that were sent to the sandbox */
  gates(report: Report): GateResult[];
  close(): void;
}

export interface InterceptOptions {
  /** The hosts of the service: the target answers in their place. */
  readonly services: readonly ServiceHost[];
  /** Base URL of a sandbox, or of a recorder in front of the service. */
  readonly target: string;
  /** Refuses every host that is neither of the service nor this machine. */
  readonly isGuarded: boolean;
  /** Whether the target leads to the service: then nobody without the run's secret may come in. */
  readonly isRecording?: boolean;
  /** The environment that the command would have. */
  readonly env: Environment;
  /** The certificate of another run for the same hosts. */
  readonly certificate?: ServiceCertificate | undefined;
}

/** Opens it, on loopback, for as long as a command runs. @throws UsageError for a proxy of the environment that it cannot go on to */
export async function intercept(options: InterceptOptions): Promise<Interception> {
  const { services, isGuarded, env } = options;
  const refused = new Map<string, number>();
  const arrived = new Map<string, number>();
  let realKeys = 0;
  const hosts = services.map(({ host }) => host);
  const certificate = hosts.length > 0 ? (options.certificate ?? (await certify(hosts))) : undefined;
  const server = certificate && serverOf(options, certificate, (host) => count(arrived, host));
  const secret = server && `run:${randomBytes(18).toString('hex')}`;
  const onRefused = (host: string, hasRealKey: boolean) => {
    count(refused, host);
    if (hasRealKey) realKeys += 1;
  };
  const proxy = createProxy({
    ...{ secret, services: server, onRefused },
    onward: isGuarded ? 'loopback' : readUpstream(env),
  });
  const listening = createListening();
  const port = await listening.listen(proxy);
  const direct = isGuarded ? undefined : directHosts(env, services);
  const url = `http://${secret === undefined ? '' : `${secret}@`}127.0.0.1:${port}`;
  const named =
    server && certificate && (await openForServices(options, { server, certificate, listening, onRefused }));
  return {
    environment: { ...proxyVariables(url, direct?.kept), ...named },
    leftOut: direct?.left ?? [],
    get arrived() {
      return sumOf(arrived);
    },
    gates(report) {
      const sent = report.receipt.byKey.filter((row) => row.looksReal).length;
      return [
        ...(isGuarded ? [guardGate(refused, realKeys + sent)] : []),
        ...(server ? [serviceGate(services, arrived)] : []),
      ];
    },
    close: listening.close,
  };
}

const serverOf = (
  { services, target, isRecording = false }: InterceptOptions,
  certificate: ServiceCertificate,
  onRequest: (host: string) => void,
): ServiceServer => createServiceServer({ services, certificate, target, isMarked: !isRecording, onRequest });

/** Opens the rest for named hosts: files, and listeners for clients that know no proxy, or cannot send its secret. */
async function openForServices(
  { services, env, isGuarded, isRecording }: InterceptOptions,
  {
    server,
    certificate,
    listening,
    onRefused,
  }: {
    server: ServiceServer;
    certificate: ServiceCertificate;
    listening: Listening;
    onRefused: (host: string, hasRealKey: boolean) => void;
  },
): Promise<Record<string, string>> {
  const { folder, socket, remove } = await openRunFolder();
  listening.onClose(remove);
  await listening.listen(createServer(server.admit), socket);
  const open = createProxy({ secret: undefined, services: server, onward: 'none', onRefused });
  const openPort = isRecording ? undefined : await listening.listen(createServer(server.admitOr(open)));
  const files = writeTrustFiles(folder, certificate.authority, env);
  const direct = isGuarded ? undefined : directHosts(env, services).kept;
  return serviceVariables({ services, files, folder, socket, openPort, direct }, env);
}

type Listening = ReturnType<typeof createListening>;

/** Servers that listen until all are closed. */
function createListening() {
  const closing: (() => void)[] = [];
  return {
    /** @param path of a socket; without it a free port of loopback. @returns the port */
    async listen(server: Server, path?: string): Promise<number> {
      const sockets = new Set<Socket>();
      server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).once('listening', resolve);
        if (path === undefined) server.listen(0, '127.0.0.1');
        else server.listen(path);
      });
      closing.unshift(() => {
        server.close();
        for (const socket of sockets) socket.destroy();
      });
      return (server.address() as AddressInfo).port;
    },
    onClose: (act: () => void) => void closing.push(act),
    close() {
      for (const act of closing.splice(0)) act();
    },
  };
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);
