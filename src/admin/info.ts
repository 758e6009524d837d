import { Type } from '@sinclair/typebox';
import { choice, closed, closedAs, namedSchema } from '../core/schema.ts';
import { databaseOf } from '../core/settings.ts';
import { SettingsFile } from '../core/settings-schema.ts';
import { vocabularies } from '../core/vocabulary.ts';
import { refresh } from '../ledger/job.ts';
import type { Deps } from '../service/http/deps.ts';
import type { Scope } from '../service/http/scope.ts';
import type { ServiceUrl } from './documents/openapi.ts';
import { Problem, problems } from './problem.ts';

const Health = namedSchema(
  'Health',
  Type.Object({
    status: Type.Literal('ok'),
    version: Type.String(),
    world: Type.Object({
      seed: Type.Integer(),
      size: Type.Integer({ description: 'People in the world.' }),
      hash: Type.String({ description: 'SHA-256 of the logical content.' }),
    }),
    clock: Type.Object({ now: Type.Integer({ description: 'Epoch milliseconds.' }), frozen: Type.Boolean() }),
    epoch: Type.String({ description: 'The day on which the time of the run begins, such as 2026-01-01.' }),
    vocabulary: choice(['auto', ...vocabularies]),
    strict: Type.Boolean(),
    startedAt: Type.Integer({ description: 'Start of its process in real time, epoch milliseconds.' }),
    uptimeMs: Type.Integer(),
    url: Type.String({
      description: 'Base URL of the service, by the host of this request where both have one port.',
    }),
    replicas: Type.Optional(
      Type.Integer({ description: 'Live replicas, where several may share the ledger.' }),
    ),
  }),
);

const Prices = Type.Record(Type.String(), Type.Unknown());

const Route = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    operation: Type.String({ description: 'Its name in keys, prices and fault rules.' }),
    operationId: Type.String({ description: 'Its name in GET /usage.' }),
    generation: Type.Integer(),
    price: Type.Unknown({ description: 'The price of a call in credits, as in /__admin/prices.' }),
    refusals: Type.Array(Type.Object({ status: Type.Integer(), errorCode: Type.String() }, closed), {
      description: 'The refusals that a fault rule can force here; the usual one of a status comes first.',
    }),
  },
  closedAs('Route'),
);

const Routes = Type.Object({ routes: Type.Array(Route) }, closed);

/** Shows what the sandbox is, which routes it serves and what they cost. */
export const addInfoRoutes =
  (urlFor: ServiceUrl) =>
  (app: Scope, deps: HealthDeps & RouteDeps): void => {
    addHealthRoute(app, deps, urlFor);
    addSettingsRoute(app, deps);
    addPriceRoutes(app, deps);
  };

type HealthDeps = Pick<Deps, 'version' | 'world' | 'clock' | 'epoch' | 'ledger' | 'settings'>;
type RouteDeps = Pick<Deps, 'servedRoutes' | 'operation' | 'outcomes' | 'prices' | 'words'>;

function addHealthRoute(
  app: Scope,
  { version, world, clock, epoch, ledger, settings }: HealthDeps,
  urlFor: ServiceUrl,
): void {
  const startedAt = performance.now();
  app.get(
    '/health',
    {
      // It shows no secret, and probes cannot hold a token.
      config: { needsNoToken: true },
      schema: {
        summary:
          'Says whether the sandbox is ready: its version, world and clock; 503 while the ledger cannot be written, and while the sandbox closes. Needs no token.',
        response: { 200: Health, ...problems(503) },
      },
    },
    async (request) => {
      // A ledger in a database shows only when it is used whether it answers.
      await refresh(ledger);
      if (ledger.trouble) throw new Problem(503, ledger.trouble.message);
      if (app.draining.signal.aborted) throw new Problem(503, 'The sandbox is closing.');
      const { seed, size, hash } = world.info;
      return {
        status: 'ok' as const,
        version,
        world: { seed, size, hash },
        clock: { now: clock.now(), frozen: clock.frozen },
        epoch: epoch.date,
        vocabulary: settings.vocabulary,
        strict: settings.strict,
        startedAt: Math.round(performance.timeOrigin),
        uptimeMs: Math.round(performance.now() - startedAt),
        url: urlFor(request),
        ...(ledger.replicas && { replicas: (await ledger.replicas.list()).length }),
      };
    },
  );
}

function addSettingsRoute(app: Scope, { settings }: Pick<Deps, 'settings'>): void {
  app.get(
    '/settings',
    {
      schema: {
        summary:
          'The settings as they were given, defaults included; never the admin token or the URL of a database.',
        response: { 200: SettingsFile },
      },
    },
    () => {
      const { adminToken: _, ledger, ...shown } = settings.written;
      return { ...shown, ...(ledger !== undefined && !databaseOf({ ledger }) && { ledger }) };
    },
  );
}

function addPriceRoutes(
  app: Scope,
  { servedRoutes, operation: operationOf, outcomes, prices, words }: RouteDeps,
): void {
  app.get(
    '/prices',
    {
      schema: {
        summary: 'The price of every operation.',
        response: { 200: Prices },
      },
    },
    () => prices.toJSON(),
  );

  app.get(
    '/routes',
    {
      schema: {
        summary: 'Every method and path of the service, with its price.',
        response: { 200: Routes },
      },
    },
    () => {
      const book = prices.toJSON();
      return {
        routes: servedRoutes.map(({ method, path, operation }) => ({
          method,
          path,
          operation,
          operationId: words.toWire(operationOf(operation).operationId),
          generation: operationOf(operation).generation,
          price: book[operation] ?? null,
          refusals: [...outcomes.of(operation)],
        })),
      };
    },
  );
}
