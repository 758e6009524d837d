import { type Static, Type } from '@sinclair/typebox';
import { choice, closed, closedAs, nullable } from '../core/schema.ts';
import { type ClientRuleName, clientRuleNames, wasteRuleNames } from './rules.ts';

const CountSchema = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description && { description }) });
const CreditsSchema = (description?: string) =>
  Type.Number({ minimum: 0, ...(description && { description }) });

const Met = { met: CountSchema('Outcomes that were earned or injected.'), total: CountSchema() };

/** The place in the client's code that made a request. */
export const CallSiteSchema = Type.Object(
  {
    file: Type.String({ description: 'Relative to the working folder of the run.' }),
    line: Type.Integer({ minimum: 0, description: 'From 1; 0 with `further`: all beyond 5,000 call sites.' }),
    column: Type.Optional(Type.Integer({ minimum: 1 })),
    function: Type.Optional(Type.String()),
  },
  closedAs('CallSite'),
);

/** The trace of the client that a request belongs to. */
/** A request that shows a finding or met a cell. */
const Requested = Type.Object(
  {
    id: Type.Integer({ description: 'In the journal of the run.' }),
    method: Type.String(),
    path: Type.String(),
    parameters: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The first twelve of the query and the body: long values cut, keys redacted.',
    }),
    key: nullable(Type.String({ description: 'Label of the key, its id without one.' })),
    test: Type.Optional(Type.String()),
    callSite: Type.Optional(CallSiteSchema),
    status: Type.Integer(),
    code: Type.Optional(Type.String({ description: 'The code of a refusal, also of one within a stream.' })),
    credits: CreditsSchema(),
  },
  closedAs('ReportedRequest'),
);
export type ReportedRequest = Static<typeof Requested>;

const evidence = {
  requests: Type.Array(Requested, { description: 'The first ten.' }),
  requestCount: CountSchema('The number of requests.'),
};

/** A client's next step on the same key and operation. */
const Next = Type.Object(
  {
    retried: CountSchema('The same request again.'),
    waited: CountSchema('Retries that waited; 0 under a frozen clock, which tells no waits.'),
    gaveUp: CountSchema('Nothing more.'),
    wentOn: CountSchema('Another request, which was charged.'),
    askedElse: CountSchema('Another request, which was not charged.'),
    waits: Type.Optional(
      Type.Object(
        {
          atOnce: CountSchema('Retries within 100 ms.'),
          soon: CountSchema('Retries within 5 seconds.'),
          later: CountSchema(),
        },
        { ...closed, description: 'The waits before retries in real time; absent under a frozen clock.' },
      ),
    ),
  },
  closed,
);
export type NextStep = Static<typeof Next>;

const Cell = Type.Object(
  {
    operation: Type.String(),
    status: Type.Integer(),
    code: Type.String({
      description: 'The `errorCode` or `error` string of a refusal, the name of a notable success.',
    }),
    earned: CountSchema('Replies that the sandbox gave by itself.'),
    injected: CountSchema('Replies that a test forced.'),
    next: Next,
    requests: Type.Optional(evidence.requests),
    requestCount: Type.Optional(evidence.requestCount),
  },
  closedAs('ReportCell'),
);
export type ReportCell = Static<typeof Cell>;

const sums = {
  calls: CountSchema(),
  credits: CreditsSchema(),
  refusals: CountSchema(),
  paidTwice: CreditsSchema('Credits for calls that had been paid before.'),
};

const CallSiteRow = Type.Object(
  {
    callSite: nullable(CallSiteSchema),
    calls: CountSchema(),
    credits: CreditsSchema(),
    operations: Type.Array(
      Type.Object(
        {
          operation: nullable(Type.String({ description: 'null on unknown paths.' })),
          calls: CountSchema(),
          credits: CreditsSchema(),
        },
        closed,
      ),
    ),
  },
  closedAs('CallSiteSums'),
);

const BrokenRule = Type.Object(
  {
    rule: choice(clientRuleNames),
    severity: choice(['error', 'warning']),
    sentence: Type.String({ description: 'The sentence of the contract.' }),
    callSite: Type.Optional(CallSiteSchema),
    parameters: Type.Optional(
      Type.Array(Type.String(), { description: 'The first ten parameters that broke it.' }),
    ),
    ...evidence,
    ignored: Type.Optional(Type.String({ description: 'The reason for which the gate ignores it.' })),
  },
  closed,
);
export type BrokenRule = Static<typeof BrokenRule> & { rule: ClientRuleName };

const Waste = Type.Object(
  {
    rule: choice(wasteRuleNames),
    operation: Type.String(),
    callSite: Type.Optional(CallSiteSchema),
    credits: CreditsSchema(),
    ...evidence,
  },
  closed,
);

export const Gate = Type.Object(
  {
    gate: Type.String({ description: 'The name of its flag, such as min-coverage.' }),
    wanted: Type.String(),
    found: Type.String(),
    holds: Type.Boolean(),
    advice: Type.Optional(Type.String({ description: 'The next step where it does not hold.' })),
  },
  closedAs('GateResult'),
);
export type GateResult = Static<typeof Gate>;

/** The proof of a run. Reports of one run under a frozen clock are equal byte for byte. */
export const Report = Type.Object(
  {
    version: Type.String({ description: 'The version of the sandbox.' }),
    seed: nullable(Type.Integer({ description: 'The seed of the world; null after a merge of several.' })),
    since: Type.Integer({
      description:
        'The instant at which the counting began, on the clock of the sandbox: epoch milliseconds.',
    }),
    clock: Type.String({ description: 'real, frozen, offset or scaled; mixed after a merge of several.' }),
    epoch: nullable(
      Type.String({
        description:
          'The day on which the time of the run began, such as 2026-01-01; null after a merge of several.',
      }),
    ),
    coverage: Type.Object(
      {
        ...Met,
        called: Type.Object(Met, {
          ...closed,
          description: 'The outcomes of the operations that were called.',
        }),
        cells: Type.Array(Cell),
      },
      closed,
    ),
    receipt: Type.Object(
      {
        ...sums,
        injected: CountSchema('Refusals and streams that a test forced.'),
        injectedRefusals: CountSchema('The refusals among them.'),
        changed: CountSchema('Replies that a test delayed or changed.'),
        failedMidway: CountSchema('Streams that failed after their first piece.'),
        billedFailures: CreditsSchema(
          'The part of the credits that failures cost, because a test wanted that.',
        ),
        byKey: Type.Array(
          Type.Object(
            {
              key: nullable(Type.String({ description: 'Id of the key; null without one.' })),
              label: nullable(Type.String()),
              looksReal: Type.Optional(
                Type.Literal(true, {
                  description: 'The sandbox does not know it, and it could be a real key.',
                }),
              ),
              ...sums,
            },
            closed,
          ),
        ),
        byOperation: Type.Array(
          Type.Object(
            { operation: nullable(Type.String({ description: 'null on unknown paths.' })), ...sums },
            closed,
          ),
        ),
        byTest: Type.Array(
          Type.Object(
            {
              test: nullable(Type.String({ description: 'null for requests that name none.' })),
              ...sums,
              callSites: Type.Array(CallSiteRow),
            },
            closed,
          ),
          {
            description:
              'By test, call site and operation: every credit is in one row; 5,000 rows of operations at most, then `further tests`.',
          },
        ),
      },
      closed,
    ),
    waste: Type.Array(Waste),
    clientRules: Type.Array(BrokenRule, { description: 'The client rules that were broken.' }),
    assumptions: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          requests: CountSchema(),
          strict: Type.Boolean({ description: 'It may mislead client code: marked (!).' }),
        },
        closed,
      ),
    ),
    gates: Type.Array(Gate),
  },
  { ...closedAs('Report'), title: 'creator-sandbox report' },
);
export type Report = Static<typeof Report>;
export type Sums = Pick<Report['receipt'], 'calls' | 'credits' | 'refusals' | 'paidTwice'>;

/** The JSON Schema of a report. */
export const reportSchema = (): object => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...Report,
});
