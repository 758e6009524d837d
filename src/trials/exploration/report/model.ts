import { type Static, Type } from '@sinclair/typebox';
import { choice, closed } from '../../../core/schema.ts';
import { FaultRule } from '../../../faults/rule.ts';
import { CallSiteSchema } from '../../../report/model.ts';
import type { ObservedRun } from '../call.ts';
import { kindNames } from '../kinds.ts';
import { outcomeNames } from '../outcomes.ts';
import { type SpareReason, spareReasons } from '../spared.ts';

const Text = (description: string) => Type.String({ description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });

const callMembers = {
  call: Text('Operation, parameters and number of the call: clip/profile uniqueId=sample.creator#1.'),
  operation: Type.String(),
  callSite: Type.Optional(CallSiteSchema),
};

const Request = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Its place in the run.' }),
    ...callMembers,
    method: Type.String(),
    path: Type.String(),
    parameters: Type.Record(Type.String(), Type.Unknown()),
    key: Type.String({ description: 'key 1, key 2 … in the order in which they appear.' }),
    status: Type.Integer({ description: '0 = no reply came.' }),
    code: Type.Optional(Type.String()),
    credits: Type.Number({ minimum: 0 }),
    delivered: Type.Boolean({ description: 'The client got the whole reply of a success.' }),
    outcome: Type.Optional(choice(outcomeNames)),
  },
  closed,
);
export type ExploredRequest = Static<typeof Request>;

const Finding = Type.Object(
  {
    kind: choice(kindNames),
    rule: Type.Optional(Text('The client rule of the kind rule.')),
    sentence: Type.String(),
    schedule: Type.Array(Type.Object({ ...callMembers, outcome: choice(outcomeNames) }, closed), {
      description: 'The smallest one that shows it.',
    }),
    credits: Type.Number({ minimum: 0, description: 'Too much of them.' }),
    requests: Type.Array(Request, { description: 'The first ten calls of that run.' }),
    requestCount: Count('The calls of that run.'),
    again: Type.Object(
      {
        command: Text('Runs the schedule again, and ends with 3 as long as it shows the finding.'),
        vitest: Text('A test that fails as long.'),
        pytest: Text('A test that fails as long.'),
      },
      closed,
    ),
    rules: Type.Optional(
      Type.Array(FaultRule, { description: 'Fault rules that do the same; absent where rules cannot.' }),
    ),
    adminCalls: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What else it takes, in the order of the run: calls of the admin surface.',
      }),
    ),
    capsule: Type.Optional(Text('The file with which replay repeats it.')),
  },
  closed,
);
export type ExploredFinding = Static<typeof Finding>;

/** What `explore` found. Equal runs give equal reports. */
export const ExplorationReport = Type.Object(
  {
    version: Text('The version of the sandbox.'),
    command: Type.String(),
    inputs: Type.Optional(
      Type.Object(
        { files: Text('Of the files of the command.'), settings: Text('Of settings and flags.') },
        { ...closed, description: 'Digests: runs hold as long as they are the same.' },
      ),
    ),
    seed: Type.Integer(),
    depth: Type.Integer({ minimum: 1 }),
    speed: Type.Optional(Type.Integer({ minimum: 2, description: 'Waits took so many times less.' })),
    unconfirmed: Type.Optional(
      Count('Findings under faketime that a run in real time did not show; they are left out.'),
    ),
    complete: Type.Boolean({ description: 'false = the time was over; the rest is left.' }),
    credits: Type.Number({ minimum: 0, description: 'Of the run without faults.' }),
    calls: Type.Array(Request, { description: 'The calls of the run without faults.' }),
    schedules: Type.Object(
      {
        run: Count('Runs under faults, those of shrinking among them.'),
        spared: Count('Schedules without a run, because another one shows the same.'),
        left: Count('Schedules without a run, because the time was over.'),
      },
      closed,
    ),
    spared: Type.Array(
      Type.Object(
        {
          reason: choice(Object.keys(spareReasons) as SpareReason[]),
          count: Count('Schedules.'),
          why: Type.String(),
          withdrawn: Type.Boolean({
            description: 'A check showed more than was expected, so all had a run.',
          }),
        },
        closed,
      ),
    ),
    findings: Type.Array(Finding),
    observed: Type.Optional(
      Type.Unsafe<Record<string, ObservedRun>>({
        type: 'object',
        description: 'The runs so far by their schedules, for --resume.',
      }),
    ),
  },
  { ...closed, title: 'creator-sandbox exploration report' },
);
export type ExplorationReport = Static<typeof ExplorationReport>;
