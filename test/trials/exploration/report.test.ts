import { expect, it } from 'vitest';
import { outlineText } from '../../../src/report/formats/outline.ts';
import type { FoundCause } from '../../../src/trials/exploration/explore.ts';
import { explorationFindings, explorationReport } from '../../../src/trials/exploration/report.ts';
import { parseFault } from '../../../src/trials/exploration/schedule.ts';
import { callOf, runOf } from './observed.ts';

const profile = { operation: 'clip/profile', subject: 'uniqueId=one' };
const callSite = { file: 'src/client.ts', line: 41, column: 12, function: 'fetchProfile' };
const refused = { status: 503, code: 'SERVICE_UNAVAILABLE', credits: 0, isDelivered: false };
const one = (rest = {}) =>
  callOf(profile.operation, profile.subject, {
    callSite,
    parameters: { uniqueId: 'one' },
    ...rest,
  });
const niches = (rest = {}) => callOf('clip/niches', '', { credits: 0, key: 2, ...rest });
const clean = runOf([one(), niches(), callOf('nls', 'a', { ...refused, status: 404, code: null })]);

const found = (
  symptom: FoundCause['symptom'],
  run: FoundCause['run'],
  faults: readonly string[],
): FoundCause => ({ symptom, schedule: faults.map(parseFault), run });

/** Eleven calls. */
const twice = found(
  { kind: 'paid-twice', about: 'clip/profile', detail: 'it cost more', credits: 2 },
  runOf([
    one({ ...refused, outcome: '503' }),
    ...Array.from({ length: 10 }, (_, n) => one({ occurrence: n + 2 })),
  ]),
  ['503@clip/profile uniqueId=one#1'],
);
/** Two faults, and ten calls. */
const broken = found(
  { kind: 'rule', about: 'pages-of-one', detail: 'it broke the client rule pages-of-one', credits: 0 },
  runOf([
    one({ callSite: undefined, isDelivered: false, status: 0, outcome: 'reply-lost' }),
    niches({ outcome: 'renewal' }),
    ...Array.from({ length: 8 }, (_, n) => niches({ occurrence: n + 2 })),
  ]),
  ['reply-lost@clip/profile uniqueId=one#1', 'renewal@clip/niches#1'],
);
/** Nothing but a schedule, whose last call did not come. */
const crashed = found(
  { kind: 'crashed', about: 'clip/profile', detail: 'it failed', credits: 0 },
  runOf([one({ callSite: { file: 'further', line: 0 } })], { passed: false }),
  ['late@clip/profile uniqueId=one#1', '503@clip/niches of=a-subject-that-goes-on#7'],
);

const about = { version: '1.2.3', command: ['node', "it's here.mjs"], depth: 2 };
const flags = ['--size', '60'];
const reports = {
  'of a whole exploration': explorationReport(
    {
      ...{ causes: [twice, broken, crashed], unconfirmed: 1, runs: 7, left: 0 },
      spared: [
        { reason: 'made-good', count: 4, withdrawn: false },
        { reason: 'equal-history', count: 0, withdrawn: true },
      ],
    },
    clean,
    about,
    flags,
  ),
  'whose time was over': explorationReport(
    { causes: [], unconfirmed: 0, runs: 1, left: 1, spared: [] },
    runOf([one()]),
    about,
    flags,
  ),
  'with no finding': explorationReport(
    { causes: [], unconfirmed: 0, runs: 1, left: 0, spared: [] },
    runOf([one()]),
    about,
    flags,
  ),
};

const inLines = (values: readonly unknown[]): string => values.map((each) => JSON.stringify(each)).join('\n');

it('the report of an exploration says what was found, in every format', async () => {
  const texts = Object.entries(reports).map(([name, report]) => {
    const { outline, tests, annotations } = explorationFindings(report);
    const { calls, findings, ...rest } = report;
    const ofFindings = findings.flatMap(({ calls: shown, ...finding }) => [finding, shown.length, shown[0]]);
    // The terminal does not show all columns.
    const cut = outline.tables.flatMap(({ textColumns, rows }) => (textColumns === undefined ? [] : rows));
    const { tests: eachTest, ...ofAll } = tests;
    return [
      ...[`# ${name}`, outlineText(outline)],
      inLines([...cut, rest, ...calls, ...ofFindings]),
      inLines([ofAll, ...eachTest, ...annotations]),
    ].join('\n');
  });
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('reports.txt');
});
