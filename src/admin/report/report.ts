import { Type } from '@sinclair/typebox';
import { closed, namedSchema, nullable } from '../../core/schema.ts';
import { gateNames, SettingsFile } from '../../core/settings-schema.ts';
import { applyGates, findGateFlaw, type Gates as GatesOfRun, gateFailure } from '../../report/gates.ts';
import { Gate, Report } from '../../report/model.ts';
import type { Deps } from '../../service/http/deps.ts';
import { reportOfAll } from '../../service/http/report.ts';
import type { Scope } from '../../service/http/scope.ts';
import { findKey, type KeyDeps } from '../keys/find-key.ts';
import { Problem, problems, problemWith } from '../problem.ts';
import { NoContent } from '../values.ts';

const TestOfKey = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 200, description: 'A key, its id or its label.' }),
    test: nullable(
      Type.String({ minLength: 1, maxLength: 300, description: 'The name of the test; null = none.' }),
    ),
  },
  closed,
);

const Gates = namedSchema('Gates', Type.Partial(Type.Pick(SettingsFile, gateNames, closed), closed));

const Judged = Type.Object({ gates: Type.Array(Gate) }, closed);

type ReportDeps = KeyDeps &
  Pick<Deps, 'epoch' | 'tally' | 'names' | 'peers' | 'decisions' | 'settings' | 'version'>;

/** Shows what the run proved so far, and judges it. */
export function addReportRoutes(app: Scope, deps: ReportDeps): void {
  /** @throws Problem 409 while nothing is counted */
  async function reportSoFar(): Promise<Report> {
    assertOn(deps);
    return reportOfAll(deps);
  }
  app.get(
    '/report',
    {
      config: { isLong: true },
      schema: {
        summary: 'The proof of the requests so far: coverage, receipt, waste, client rules.',
        response: { 200: Report, ...problems(409) },
      },
    },
    reportSoFar,
  );

  app.delete(
    '/report',
    {
      schema: {
        summary: 'Begins a new report. Resets and deleted keys do not.',
        response: { 204: NoContent },
      },
    },
    async (_request, reply) => {
      if (deps.peers) await deps.peers.clearReports();
      else deps.tally.clear(deps.decisions.counts());
      return reply.code(204).send();
    },
  );

  app.post(
    '/report/gates',
    {
      schema: {
        summary:
          'Judges the requests so far: 200, or 422 when a gate does not hold. Gates that are absent are those of the settings.',
        body: Gates,
        response: { 200: Judged, ...problems(409), ...problemWith(422, Type.Partial(Judged)) },
      },
    },
    async ({ body }) => {
      const found = await reportSoFar();
      const wanted: GatesOfRun = { ...deps.settings, ...body };
      const flaw = findGateFlaw(wanted, found.coverage.cells);
      if (flaw !== undefined) throw new Problem(422, flaw);
      const { gates } = applyGates(found, wanted);
      const failure = gateFailure({ gates });
      if (failure !== undefined) throw new Problem(422, failure, { gates });
      return { gates };
    },
  );

  app.put(
    '/report/test',
    {
      schema: {
        summary:
          'Names the test that uses a key from now on. The header X-Sandbox-Test of a request goes first.',
        body: TestOfKey,
        response: { 204: NoContent, ...problems(404, 409) },
      },
    },
    async ({ body: { key, test } }, reply) => {
      await deps.names.setTest((await findKey(deps, key)).id, test);
      return reply.code(204).send();
    },
  );
}

/** @throws Problem 409 while nothing is counted */
function assertOn({ tally }: Pick<Deps, 'tally'>): void {
  if (!tally.on) throw new Problem(409, 'The report needs the journal; the setting journal gives it a size.');
}
