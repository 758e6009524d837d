import { Type } from '@sinclair/typebox';
import { closed, nullable } from '../../core/schema.ts';
import type { Deps } from '../../http/deps.ts';
import { reportOf } from '../../http/report.ts';
import type { Scope } from '../../http/scope.ts';
import { Report } from '../../report/model.ts';
import { findKey } from '../keys/find-key.ts';
import { Problem, problems } from '../problem.ts';
import { NoContent } from '../schema.ts';

const TestOfKey = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 200, description: 'A key or its id.' }),
    test: nullable(
      Type.String({ minLength: 1, maxLength: 300, description: 'The name of the test; null = none.' }),
    ),
  },
  closed,
);

/** Shows what the run proved so far. */
export function report(app: Scope, deps: Deps): void {
  app.get(
    '/report',
    {
      schema: {
        summary: 'What the requests so far prove: coverage, receipt, waste, conduct.',
        response: { 200: Report, ...problems(409) },
      },
    },
    async () => {
      assertOn(deps);
      return reportOf(deps);
    },
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
      deps.tally.clear(deps.decisions.counts());
      return reply.code(204).send();
    },
  );

  app.put(
    '/report/test',
    {
      schema: {
        summary:
          'Names the test that uses a key from now on. The header X-Sandbox-Test of a request goes first.',
        body: TestOfKey,
        response: { 204: NoContent, ...problems(404) },
      },
    },
    async ({ body: { key, test } }, reply) => {
      deps.tally.test((await findKey(deps, key)).id, test);
      return reply.code(204).send();
    },
  );
}

/** @throws Problem 409 while nothing is counted */
export function assertOn({ tally }: Deps): void {
  if (!tally.on) throw new Problem(409, 'The report needs the journal; the setting journal gives it a size.');
}
