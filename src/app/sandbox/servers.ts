import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AgentServer } from '../../admin/mcp.ts';
import { createAdminClient } from '../../client/admin-client.ts';
import type { Admin } from '../../client/admin-interface.ts';
import { type Settings, schemeOf } from '../../core/settings.ts';
import type { Deps } from '../../service/http/deps.ts';
import { openApps } from './apps.ts';
import type { ServedCertificate } from './served-certificate.ts';

/** The apps of a sandbox, which listen. */
export interface Servers {
  readonly url: string;
  readonly adminUrl: string | null;
  readonly agents: AgentServer;
  /** Lets the clients of a replica leave for another: every further reply is the last of its connection. */
  drain(): Promise<void>;
}

export interface ServersOptions {
  secured: ServedCertificate | undefined;
  /** Called with each step that closes what was opened; the last one comes first. */
  onOpen: (close: () => Promise<void> | void) => void;
}

/** Builds the apps of a sandbox and listens. */
export async function openServers(deps: Deps, { secured, onOpen }: ServersOptions): Promise<Servers> {
  const { settings } = deps;
  let adminPort: number | undefined;
  let adminUrl: string | null = null;
  const agents = lazyAgents(async () => {
    await secured?.trust();
    return createAdminClient(adminUrl, settings.adminToken);
  });
  const { service, admin: openAdmin } = await openApps(deps, {
    certificate: secured?.certificate,
    adminPort: () => adminPort,
    agents,
  });
  const drained: FastifyInstance[] = [];
  let stoppedAt: number | undefined;
  const serve = async (app: FastifyInstance, port: number): Promise<string> => {
    onOpen(() => closeApp(app, stoppedAt ?? performance.now()));
    drained.push(app);
    return listen(app, settings, port);
  };
  const url = await serve(service, settings.port);
  adminUrl = settings.admin ? `${url}/__admin` : null;
  let admin: FastifyInstance | undefined;
  if (settings.admin && settings.adminPort !== undefined) {
    admin = await openAdmin(url);
    adminUrl = `${await serve(admin, settings.adminPort)}/__admin`;
    adminPort = portOf(admin);
  }
  if (secured) onOpen(secured.publish([service, ...(admin ? [admin] : [])].map(portOf)));
  const drain = async () => {
    if (!deps.ledger.replicas) return;
    stoppedAt = performance.now();
    for (const app of drained) drainApp(app);
    await wait(drainMs);
    // On a busy machine calls may have come that this process did not read yet: closing would cut them off.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };
  return { url, adminUrl, agents, drain };
}

/** Loads its modules at the first request of an agent. */
function lazyAgents(connect: () => Promise<Admin>): AgentServer {
  let opening: Promise<AgentServer> | undefined;
  return {
    async answer(...request) {
      opening ??= loadAgents(connect);
      return (await opening).answer(...request);
    },
    close: async () => (await opening)?.close(),
  };
}

/**
 * In turns: the modules of the protocol together would hold the event loop three times as long as a body of 1 MB. The
 * bundle keeps of them what is named.
 */
async function loadAgents(connect: () => Promise<Admin>): Promise<AgentServer> {
  await import('zod/v4').then(({ object }) => object);
  await nextTurn();
  await import('@modelcontextprotocol/server').then(({ McpServer }) => McpServer);
  await nextTurn();
  const { createAgentServer } = await import('../../mcp/http.ts');
  await nextTurn();
  return createAgentServer(await connect());
}

async function listen(app: FastifyInstance, settings: Settings, port: number): Promise<string> {
  const { host } = settings;
  await app.listen({ host, port });
  return `${schemeOf(settings)}://${hostInUrl(host)}:${portOf(app)}`;
}

/** Clients on this machine reach a wildcard address by loopback, so a URL names that. */
export function hostInUrl(host: string): string {
  if (['localhost', '0.0.0.0', '::'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function portOf({ server }: FastifyInstance): number {
  return (server.address() as AddressInfo).port;
}

/** Probes of a balancer notice meanwhile that a replica closes; it still answers all that comes. */
const drainMs = 700;

function drainApp({ server, draining }: FastifyInstance): void {
  draining.abort();
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
}

/** How long a running request may take to end after the sandbox begins to stop. */
const graceMs = 1500;

/** Keep-alive sockets that become idle while the server closes would otherwise hold it open. */
async function closeApp(app: FastifyInstance, stoppedAt: number): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 20);
  const leftMs = Math.max(0, stoppedAt + graceMs - performance.now());
  const late = setTimeout(() => app.server.closeAllConnections(), leftMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}
