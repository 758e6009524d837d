import { Type } from '@sinclair/typebox';
import { Refusal, type RefusalRow, type RefusalTable } from '../../../src/core/errors.ts';
import type { Operation, OperationId } from '../../../src/core/operations.ts';
import { checkPermission, limitRate, recogniseKey, requireBody } from '../../../src/service/http/checks.ts';
import { forceOutcome } from '../../../src/service/http/forced.ts';
import type { Generation, MakeEndpoints } from '../../../src/service/http/generation.ts';
import { meter } from '../../../src/service/http/metered.ts';

/** Generation 4 with one operation: everything that a new generation needs. */

const echo: Operation = {
  id: 'v4/echo' as OperationId,
  generation: 4,
  methods: ['GET'],
  platform: null,
  operationId: 'echo',
  price: { rule: 'byCall', credits: 1.5 },
  fields: null,
};

const refusals = {
  keyMissing: { status: 401, errorCode: 'no_key', beforeReading: true },
  keyUnknown: { status: 401, errorCode: 'bad_key', beforeReading: true },
  rateLimited: { status: 429, errorCode: 'slow_down', beforeReading: true },
  forbidden: { status: 403, errorCode: 'not_allowed', beforeReading: true },
  invalid: { status: 400, errorCode: 'bad_request' },
  insufficientCredits: { status: 402, errorCode: 'no_credits' },
  notFound: { status: 404, errorCode: 'nothing_there' },
  unavailable: { status: 503, errorCode: 'closed', onlyForced: true },
  internal: { status: 500, errorCode: 'broken' },
} as const satisfies RefusalTable;

const kindOf = (errorCode: string) =>
  (Object.keys(refusals) as (keyof typeof refusals)[]).find((kind) => refusals[kind].errorCode === errorCode);

const Echo = Type.Object({ text: Type.String() });

const echoes: MakeEndpoints = (deps) => {
  const price = deps.prices.full(echo.id);
  return {
    operation: echo.id,
    method: 'GET',
    parameters: Echo,
    validated: false,
    reply: Echo,
    about: { summary: 'The text that was sent', sample: { text: 'hello' } },
    answer: ({ call, tx, given }) => {
      const { text } = given as { text?: string };
      const { json, charged } = meter(deps, tx, call, price, () => {
        if (text === undefined) throw new Refusal('invalid');
        if (text === 'nothing') throw new Refusal('notFound');
        return { data: { text }, price };
      });
      return `{"result":${json},"cost":${charged}}`;
    },
  };
};

export const v4 = (): Generation => ({
  number: 4,
  prefix: '/v4',
  header: 'X-Key',
  operations: [echo],
  endpoints: [echoes],
  refusals,
  checks: [recogniseKey, forceOutcome, limitRate, checkPermission, requireBody],
  failure(_deps, _call, reason) {
    const table: Readonly<Record<string, RefusalRow>> = refusals;
    const { status, errorCode } = (reason instanceof Refusal && table[reason.kind]) || refusals.internal;
    return { status, errorCode, body: { problem: errorCode } };
  },
  forced: (_deps, _call, { errorCode }) => new Refusal(kindOf(errorCode) ?? 'internal'),
  magic: [],
  document: {
    note: 'A refusal is a word.',
    envelope: Type.Object({ cost: Type.Number() }),
    failures: (schemas, { outcomes }) => ({
      of: (id) =>
        Object.fromEntries(
          outcomes.of(id).map(({ status, errorCode }) => [
            status,
            {
              description: errorCode,
              content: {
                'application/json': {
                  schema: schemas.named('Problem', Type.Object({ problem: Type.String() })),
                },
              },
            },
          ]),
        ),
      components: () => ({}),
    }),
  },
});
