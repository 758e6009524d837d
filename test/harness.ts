import { Buffer } from 'node:buffer';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { ensureWorld } from '../seed/build.ts';
import { openWorldWithFixtures } from '../seed/fixtures/with-fixtures.ts';
import type { AgentServer } from '../src/admin/mcp.ts';
import { buildApp, generations as served } from '../src/app/app.ts';
import { openDeps } from '../src/app/deps.ts';
import { documentsOf } from '../src/app/openapi/documents.ts';
import { createQuoter } from '../src/app/quotes/quoter.ts';
import { createAdminClient } from '../src/client/admin-client.ts';
import type { SettingsInput } from '../src/client/sandbox-interface.ts';
import { createClock } from '../src/core/clock.ts';
import { readSettings, type Settings } from '../src/core/settings.ts';
import { openWorld } from '../src/creators/world/world.ts';
import type { Deps } from '../src/service/http/deps.ts';
import type { ReplyRewriter } from '../src/service/http/reply-rewriter.ts';
import { askedInNeutralWords } from './published.ts';
import { worldCache } from './world-cache.ts';

/** The instant at which the tests' clock is frozen: a Monday noon, so that days and weeks are easy to count. */
export const noon = Date.parse('2026-06-01T12:00:00Z');

/**
 * Whether the sandboxes of this run speak the published words; the tests themselves stay neutral. Walks over a whole world
 * leave them out: names come from schemas, so one record shows them.
 */
export const isPublished = process.env['VOCABULARY'] === 'published';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

/**
 * The production app over a small world, without a socket. Everything is injected, so the same test always
 * sees the same bytes. In a run of the published vocabulary the app speaks it, and the test does not notice.
 */
export async function testApp(
  options: SettingsInput = {},
  overrides: Partial<Deps> = {},
  generations = served,
  replyRewriter?: ReplyRewriter,
) {
  const content = {
    vocabulary: isPublished ? 'published' : 'auto',
    size: 60,
    clock: String(noon),
    pace: 0,
    ...options,
  };
  const { settings } = readSettings({ file: { name: 'the test', content } });
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const clock = createClock(settings.clock);
  let ids = 0;
  const newId = () => (ids++).toString(16).padStart(32, '0');
  const file = await ensureWorld({ seed: settings.seed, size: settings.size, cacheDir: worldCache });
  const { fixtures } = settings;
  const world = fixtures === undefined ? openWorld(file) : openWorldWithFixtures(file, fixtures);
  const opened = await openDeps(settings, {
    world,
    log,
    clock,
    newId,
    version: '0.0.0-test',
    wait: overrides.wait,
    generations,
    replyRewriter,
  });
  const deps: Deps = { ...opened.deps, ...overrides };
  const { ledger } = deps;
  const quoter = createQuoter(deps, generations);
  const agents = agentsOf(() => built, settings);
  const built: FastifyInstance = await buildApp(deps, {
    agents,
    service: true,
    admin: settings.admin,
    documents: documentsOf({ settings, world, generations }),
    generations,
    quoter,
  });
  const app = settings.vocabulary === 'published' && isPublished ? askedInNeutralWords(built) : built;
  const close = async () => {
    await agents.close();
    await app.close();
    await opened.close();
    world.close();
  };
  // Inside a test `afterAll` would come too late.
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  else afterAll(close);

  async function ask(request: InjectOptions): Promise<Answer> {
    const reply = await app.inject(request);
    const text = reply.body;
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  }

  return {
    app,
    deps,
    world,
    ledger,
    warnings,
    ask,
    /** GET with a generation 3 key. */
    get: (url: string, key?: string) =>
      ask({ method: 'GET', url, headers: key === undefined ? {} : { 'api-key': key } }),
    /** POST of JSON with a generation 3 key. */
    post: (url: string, payload: unknown, key?: string) =>
      ask({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...(key !== undefined && { 'api-key': key }) },
        payload: Buffer.from(JSON.stringify(payload)),
      }),
    /** GET with a generation 2 key. */
    getV2: (url: string, key?: string) =>
      ask({ method: 'GET', url, headers: key === undefined ? {} : { apiId: key } }),
    /** Credits left on a key, by the service's own word. */
    available: async (key: string) =>
      (await ask({ method: 'GET', url: '/usage', headers: { 'api-key': key } })).body[
        'creditsAvailable'
      ] as number,
  };
}

/** Agents of an app that listens. Few tests need them, so their modules are loaded at the first request. */
function agentsOf(app: () => FastifyInstance, { adminToken }: Settings): AgentServer {
  let opening: Promise<AgentServer> | undefined;
  const open = async () => {
    const { createAgentServer } = await import('../src/mcp/http.ts');
    const { port } = app().server.address() as AddressInfo;
    return createAgentServer(createAdminClient(`http://127.0.0.1:${port}/__admin`, adminToken));
  };
  return {
    async answer(...request) {
      opening ??= open();
      return (await opening).answer(...request);
    },
    close: async () => (await opening)?.close(),
  };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;
