import { expect, it } from 'vitest';
import { runScreen } from '../../src/cli/run-screen.ts';
import type { Report } from '../../src/report/model.ts';

const next = { retried: 0, waited: 0, gaveUp: 0, wentOn: 0, askedElse: 0 };
const sums = (calls: number, credits: number) => ({ calls, credits, refusals: 0, paidTwice: 0 });
const at = (line: number) => ({ callSite: { file: 'a.js', line } });
const cells = (operation: string, earned: number, statuses: readonly number[]) =>
  statuses.map((status) => ({ operation, status, code: 'C', earned, injected: 0, next }));
const waste = (operation: string, credits: number) => ({
  rule: 'paid-again' as const,
  operation,
  credits,
  requests: [request],
  requestCount: 2,
});
const broken = (line: number, severity: 'error' | 'warning', ignored?: string) => ({
  ...{ rule: 'unknown-parameter' as const, severity, sentence: 'So it is.', ...at(line) },
  ...{ requests: [request], requestCount: 1 },
  ...(ignored !== undefined && { ignored }),
});
const paid = (line: number | undefined, calls: number, credits: number) => ({
  callSite: line === undefined ? null : at(line).callSite,
  ...{ calls, credits },
  operations: [{ operation: 'c/8', calls, credits }],
});
const request = { id: 7, method: 'GET', path: '/c', parameters: {}, key: null, status: 200, credits: 1 };
const operations = ['c/1', 'c/2', null, 'c/4', 'c/5', 'c/6', 'c/7', 'c/8'];

const report: Report = {
  version: '1.0.0',
  seed: 1,
  since: 0,
  clock: 'frozen',
  epoch: null,
  coverage: {
    ...{ met: 2, total: 90, called: { met: 2, total: 12 } },
    cells: [
      ...cells('c/8', 0, [400, 401, 402]),
      ...cells('c/7', 0, [400, 401, 402, 404]),
      ...cells('c/6', 1, [200]),
    ],
  },
  receipt: {
    ...{
      ...sums(36, 9.3),
      injected: 0,
      injectedRefusals: 0,
      changed: 0,
      failedMidway: 0,
      billedFailures: 0,
      byKey: [],
    },
    byOperation: operations.map((operation, n) => ({ operation, ...sums(n + 1, 1) })),
    byTest: [
      {
        test: null,
        ...sums(20, 21),
        callSites: [paid(3, 5, 1), paid(4, 5, 2), paid(5, 1, 9), paid(undefined, 9, 9)],
      },
    ],
  },
  waste: [waste('c/1', 1), waste('c/2', 0), waste('c/4', 0.1), waste('c/5', 3), waste('c/6', 2.2)],
  clientRules: [
    broken(1, 'warning'),
    broken(2, 'error'),
    broken(3, 'error', 'known'),
    broken(4, 'error'),
    broken(5, 'error'),
  ],
  assumptions: [],
  gates: [],
};
const refusedRow = (count: number, subject = 'c/8') => ({
  ...{ answer: '400 C', subject, reason: 'It is wrong.', count, callSite: { file: 'a.js', line: count } },
});
const about = {
  refused: [],
  askedHosts: [],
  services: [],
  json: undefined,
  ...{ command: 'npm test', flags: '--size 60 --budget 9', trialFlags: '--size 60' },
  isAddressNamed: false,
};

it('the screen has the worst of each part first, and counts the rest', () => {
  expect(runScreen(report, about)).toBe(`
creator-sandbox: 36 requests, 0 refused (0 of them injected), 9.3 credits.
Called     c/8 8×, c/7 7×, c/6 6×, c/5 5×, c/4 4×, unknown paths 3×, 2 more
Bugs       4 client rules are broken
  error: unknown-parameter 1× (a.js:2). So it is.
    request 7: GET /c, 200, 1 credit, no key
  error: unknown-parameter 1× (a.js:4). So it is.
    request 7: GET /c, 200, 1 credit, no key
  error: unknown-parameter 1× (a.js:5). So it is.
    request 7: GET /c, 200, 1 credit, no key
  1 more
Wasted     6.3 of 9.3 credits
  3 credits: paid-again 2× at c/5
    request 7: GET /c, 200, 1 credit, no key
  2.2 credits: paid-again 2× at c/6
    request 7: GET /c, 200, 1 credit, no key
  1 credit: paid-again 2× at c/1
    request 7: GET /c, 200, 1 credit, no key
  1 more
Never met  10 of 12 answers of these operations
  c/8 (a.js:4): 400/C, 401/C, 402/C
  c/7: 400/C, 401/C, 402/C, 1 more
  c/6: all are met
  4 more operations

Next:
  npx creator-sandbox exec --size 60 --budget 9 --json run.json --max-rule-breaks 0 -- npm test
  npx creator-sandbox explore --size 60 -- npm test
  npx creator-sandbox report run.json
`);
});

it.each([
  [
    'mutations after a refusal',
    { coverage: { ...report.coverage, cells: cells('c/8', 1, [400]) } },
    'mutate',
  ],
  [
    'no gate of rules where none is broken',
    { clientRules: [] },
    'exec --size 60 --budget 9 --json run.json --',
  ],
])('the screen proposes %s', (_what, of, command) => {
  expect(runScreen({ ...report, ...of }, about)).toContain(`\n  npx creator-sandbox ${command} `);
});

it('the screen offers no flag that the run had', () => {
  const had = { ...about, json: 'a b.json', flags: '--max-rule-breaks 0' };
  expect(runScreen(report, had)).toContain(`
Next:
  npx creator-sandbox explore --size 60 -- npm test
  npx creator-sandbox report 'a b.json'
`);
});

it('the screen names what was refused, with its reason and line, and counts the rest', () => {
  const refused = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((count) =>
    refusedRow(count, count === 11 ? 'GET /d' : 'c/8'),
  );
  const line = (count: number, subject = 'c/8') =>
    `  400 C ${count}× at ${subject} (a.js:${count}): It is wrong.\n`;
  expect(runScreen(report, { ...about, refused })).toContain(
    `\nRefused    66 requests, as the service would\n${line(11, 'GET /d')}${[10, 9, 8, 7, 6, 5, 4, 3, 2].map((count) => line(count)).join('')}  1 more\nBugs `,
  );
});

it('the screen has gates', () => {
  const gates = [{ gate: 'budget', wanted: 'at most 1 credit', found: '2 credits', holds: false }];
  expect(runScreen({ ...report, gates }, about)).toContain(
    '\nGate budget: at most 1 credit; 2 credits. It does not hold.\n\nNext:\n',
  );
});

it.each([
  [
    {},
    'Its client does not know the address: name the variable from which it takes it, such as --env API_URL=url --env API_KEY=key, or the host that it calls, such as --service api.example.com.',
  ],
  [{ isAddressNamed: true }, 'Does it read another variable, or have tests of its own that start no client?'],
  [
    { askedHosts: ['api.example.com', 'b.test', 'c.test', 'd.test'] },
    'It asked api.example.com, b.test, c.test, 1 more. Is that the service? --service api.example.com leads its requests here.',
  ],
  [
    { askedHosts: ['b.test'], services: ['a.test'] },
    'It asked b.test, not a.test. Is that the service? --service b.test leads its requests here.',
  ],
  [{ askedHosts: ['a.test'], services: ['a.test'] }, 'It asked a.test.'],
  [
    { services: ['a.test'] },
    'It was seen to ask no host at all: is a.test the host in its code, and do its tests start the client?',
  ],
])('the screen of a run without requests says what to do (%j)', (more, advice) => {
  const none = { ...report, receipt: { ...report.receipt, calls: 0 } };
  expect(
    runScreen(none, { ...about, ...more })
      .split('\n')
      .slice(2),
  ).toEqual([
    'The command sent no request to the sandbox.',
    advice,
    ...('services' in more
      ? []
      : ['Every command finds the address in CREATOR_SANDBOX_URL, and a key in CREATOR_SANDBOX_KEY.']),
    '',
  ]);
});
