import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generations } from '../../src/app/app.ts';
import { readSettings } from '../../src/core/settings.ts';
import { diffReports } from '../../src/report/diff.ts';
import { differenceLines } from '../../src/report/formats/difference.ts';
import { junit } from '../../src/report/formats/junit.ts';
import { type FormatName, formatNames } from '../../src/report/formats/names.ts';
import { callSiteSums, nextLine, requestLines } from '../../src/report/formats/parts.ts';
import { terminal } from '../../src/report/formats/terminal.ts';
import { writers } from '../../src/report/formats/writers.ts';
import { applyGates } from '../../src/report/gates.ts';
import { mergeReports } from '../../src/report/merge.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { createOutcomes } from '../../src/report/outcomes.ts';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { largeReport } from './large-report.ts';
import { reportFrom } from './reports.ts';

const { settings } = readSettings({});
const { list: cells } = createOutcomes(generations.map((make) => make(settings)));
const forced = cells.filter(({ kind, operation }) => kind !== 'success' && !operation.startsWith('v2/'));

/** A client that makes these cells happen, each once. */
async function meeting(some: readonly (typeof cells)[number][]): Promise<Report> {
  const app = await testApp();
  const methods = new Map(
    app.deps.servedRoutes.map(({ operation, method }) => [operation as string, method]),
  );
  for (const { operation, status, code } of some)
    await app.app.inject({
      method: methods.get(operation) as 'GET',
      url: `/${operation}`,
      headers: {
        'api-key': 'demo-full',
        prefer: `code=${status}, example=${code}`,
        'content-type': 'application/json',
      },
      ...(methods.get(operation) === 'POST' && { payload: '{}' }),
    });
  return reportFrom(app);
}

/** The numbers `met` and `total` as each format tells them. */
const tellingIn: Record<FormatName | 'terminal', (text: string) => [unknown, unknown]> = {
  json: (text) => {
    const { met, total } = (JSON.parse(text) as Report).coverage;
    return [met, total];
  },
  html: (text) => ofAll(text),
  markdown: (text) => ofAll(text),
  terminal: (text) => ofAll(text),
  junit: (text) => [
    Number(/name="coverage.met" value="(\d+)"/.exec(text)?.[1]),
    Number(/name="coverage.total" value="(\d+)"/.exec(text)?.[1]),
  ],
};
const ofAll = (text: string): [number, number] => {
  const [, met, total] = /(\d+) of (\d+) of all/.exec(text) ?? [];
  return [Number(met), Number(total)];
};

/** A report that has each part in several kinds: met and forced cells, lines, keys, prices, ignored rules, ties. */
function richReport(): Report {
  const sums = (calls: number, credits: number, refusals = 0, paidTwice = 0) => ({
    calls,
    credits,
    refusals,
    paidTwice,
  });
  const site = { file: 'src/client.ts', line: 41, column: 12, function: 'load' };
  const requests = Array.from({ length: 10 }, (_, n) => ({
    ...{
      id: n + 1,
      method: n % 2 ? 'POST' : 'GET',
      path: '/clip/profile',
      parameters: n > 2 ? {} : { uniqueId: 'a', fields: ['bio'] },
    },
    ...{ key: n % 3 ? `key ${n}` : null, status: n % 2 ? 404 : 200, credits: n },
    ...(n % 2 && { code: 'NOT_FOUND' }),
    ...(n === 0 && {
      test: 'a.test.ts > pays',
      callSite: site,
    }),
  }));
  const shown = (count: number) => ({ requests: requests.slice(0, count), requestCount: count });
  const next = { retried: 2, waited: 1, gaveUp: 0, wentOn: 1, askedElse: 0 };
  const cell = (
    operation: string,
    kind: string,
    status: number,
    code: string,
    earned: number,
    injected: number,
    count = 0,
  ) => ({
    ...{ operation, kind, status, code, earned, injected, next },
    ...(count > 0 && shown(count)),
  });
  const broken = (
    rule: 'retry-after-refusal' | 'unknown-parameter' | 'pages-of-one',
    severity: 'error' | 'warning',
    count: number,
  ) => ({
    ...{
      rule,
      severity,
      sentence: `The sentence of ${rule}.`,
      requests: requests.slice(0, Math.min(count, 10)),
      requestCount: count,
    },
  });
  const paid = (
    callSite: Report['receipt']['byTest'][number]['callSites'][number]['callSite'],
    operation: string,
    calls: number,
    credits: number,
  ) => ({ callSite, calls, credits, operations: [{ operation, calls, credits }] });
  const report = {
    ...{
      version: '9.9.9',
      seed: 7,
      since: Date.parse('2026-01-02T03:04:05Z'),
      clock: 'frozen',
      epoch: '2026-01-01',
    },
    coverage: {
      ...{ met: 4, total: 80, called: { met: 4, total: 7 } },
      cells: [
        cell('clip/profile', 'success', 200, 'private-account', 1, 0, 1),
        cell('clip/profile', 'absent', 404, 'NOT_FOUND', 2, 3, 10),
        cell('clip/profile', 'unavailable', 503, 'SERVICE_UNAVAILABLE', 0, 1),
        cell('clip/profile', 'rate', 429, 'RATE_LIMIT_EXCEEDED', 0, 0),
        cell('usage', 'wrong', 401, 'UNAUTHORIZED', 0, 0),
        cell('usage', 'success', 200, 'unlimited-account', 0, 0),
        cell('usage', 'unavailable', 503, 'SERVICE_UNAVAILABLE', 1, 0),
        cell('nls', 'rate', 429, 'RATE_LIMIT_EXCEEDED', 0, 0),
      ],
    },
    receipt: {
      ...{
        ...sums(20, 31.5, 7, 2),
        injected: 5,
        injectedRefusals: 4,
        changed: 1,
        failedMidway: 2,
        billedFailures: 0.5,
      },
      byKey: [
        { key: null, label: null, ...sums(1, 0, 1) },
        { key: 'k1', label: null, ...sums(9, 10) },
        { key: 'k2', label: 'cart', looksReal: true, ...sums(10, 21.5, 6, 2) },
      ],
      byOperation: [
        { operation: 'usage', ...sums(4, 10.5) },
        { operation: 'clip/profile', ...sums(14, 21, 6, 2) },
        { operation: null, ...sums(2, 0, 1) },
      ],
      byTest: [
        { test: null, ...sums(3, 10), callSites: [paid(null, 'usage', 3, 10)] },
        { test: 'a.test.ts > pays', ...sums(5, 4), callSites: [paid(site, 'clip/profile', 5, 4)] },
        { test: 'b.test.ts > retries <fast>', ...sums(6, 4, 1), callSites: [paid(null, 'usage', 6, 4)] },
      ],
    },
    waste: [
      { rule: 'paid-again', operation: 'clip/profile', credits: 2, ...shown(1) },
      { rule: 'paid-again', operation: 'usage', credits: 2, callSite: site, ...shown(4) },
      { rule: 'unused-page', operation: 'clip/search', credits: 1, ...shown(2) },
    ],
    clientRules: [
      { ...broken('retry-after-refusal', 'error', 4), callSite: site },
      { ...broken('unknown-parameter', 'warning', 12), parameters: ['feilds', 'sort'] },
      { ...broken('pages-of-one', 'warning', 1), ignored: 'the list is short' },
    ],
    assumptions: [
      { id: 'harmless', requests: 9, strict: false },
      { id: 'misleading', requests: 2, strict: true },
    ],
    gates: [
      { gate: 'budget', wanted: 'at most 50 credits', found: '31.5 credits', holds: true },
      {
        gate: 'max-waste',
        wanted: 'at most 1 credit',
        found: '5 credits',
        holds: false,
        advice: 'Save calls.',
      },
    ],
  };
  return report as unknown as Report;
}

it('the formats write a report so (when they are meant to change: vitest run -u)', async () => {
  const texts = formatNames
    .filter((name) => name !== 'json')
    .map((name) => `=== ${name}\n${writers[name](richReport()).trimEnd()}`);
  const text = [`=== terminal\n${terminal(richReport()).trimEnd()}`, ...texts].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('formats.txt');
});

describe('every format', () => {
  it('tells k of n of a client that met exactly k of n cells', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...forced], { maxLength: 25 }), async (some) => {
        const report = await meeting(some);
        for (const name of formatNames)
          expect([name, ...tellingIn[name](writers[name](report))]).toEqual([
            name,
            some.length,
            cells.length,
          ]);
        expect(tellingIn.terminal(terminal(report))).toEqual([some.length, cells.length]);
      }),
      { numRuns: 6 },
    );
  });

  it('shows what a client sent as text, never as markup', async () => {
    const app = await testApp();
    const test = `<img src=x onerror=alert(1)> | \`a\` ]]> "q"`;
    await app.ask({
      method: 'GET',
      url: '/usage',
      headers: { 'api-key': 'demo-full', 'x-sandbox-test': test },
    });
    const report = applyGates(await reportFrom(app), { budget: 0, require: ['402'] });
    const page = writers.html(report);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    for (const name of formatNames.filter((each) => each !== 'json'))
      expect(writers[name](report)).not.toContain('<img');
  });

  it('is one page without script and network', async () => {
    const page = writers.html(await meeting(forced.slice(0, 3)));
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|https?:|\bon\w+=/);
  });

  it('has the gates: passed, failed, with the advice', async () => {
    const report = applyGates(await meeting(forced.slice(0, 3)), {
      budget: 0,
      maxRuleBreaks: 0,
      require: ['409'],
    });
    expect(writers.junit(report)).toMatch(
      /<testsuites name="creator-sandbox" tests="3" failures="1" time="0">/,
    );
    expect(writers.junit(report)).toContain('<failure message="never met">No call met 409: force it');
    expect(terminal(report)).toContain('Gate require: 409; never met. It does not hold.');
    const ofUsage = report.coverage.cells.filter(({ operation }) => operation === 'usage');
    const unnamed = [5, 6].map((count) => {
      const shown = terminal({ ...report, coverage: { ...report.coverage, cells: ofUsage.slice(0, count) } });
      return /\d+\/\d+ .*\b(\d+ more)$/m.exec(shown)?.[1];
    });
    expect(unnamed).toEqual([undefined, '1 more']);
  });
});

/** A page without what is folded. */
function unfolded(page: string): string {
  let depth = 0;
  const parts = page.split(/(<details>|<\/details>)/).filter((part) => {
    if (part === '<details>') depth += 1;
    else if (part === '</details>') depth -= 1;
    else return depth === 0;
    return false;
  });
  return parts.join('');
}

describe('the page of a million requests', async () => {
  const page = writers.html(await largeReport());
  const shown = unfolded(page);

  it('folds all but the first rows of each table', () => {
    const rowsOf = (text: string) => text.match(/<tr>/g)?.length ?? 0;
    expect(rowsOf(page)).toBeGreaterThan(5_300);
    expect(rowsOf(shown)).toBeLessThanOrEqual(6 * 11);
    expect(shown).not.toMatch(/<li class="met"|<details/);
  });

  it('is short at the terminal: the twelve dearest operations, each with two cells that it never met', async () => {
    const large = await largeReport();
    const cells = large.coverage.cells.map((cell) => ({ ...cell, earned: 0, injected: 0 }));
    const lines = terminal({ ...large, coverage: { ...large.coverage, cells } }).split('\n');
    const rows = lines.filter((line) => /^\S+ +\d+ +[\d.]+ +\d+ +0\/\d+ /.test(line));
    const credits = rows.map((row) => Number(row.split(/ +/)[2]));
    const all = large.receipt.byOperation.map((each) => each.credits);
    expect(credits).toEqual(all.toSorted((a, b) => b - a).slice(0, 12));
    for (const row of rows) expect(row).toMatch(/ 0\/\d+ +\d{3}\/\w+, \d{3}\/\w+, \d+ more$/);
  });

  it('begins with the worst: what fails, what was broken most, what cost most', () => {
    const placesOf = (...texts: string[]) => texts.map((text) => shown.indexOf(text));
    const places = placesOf(
      ...['<strong>max-waste</strong>', '<strong>budget</strong>'],
      ...['>Client rules<', '>ignored-failure<', '>more-at-once-than-the-rate<'],
      ...['>Waste<', '>sponsor/submit<', '>sponsor/summary<', '>Coverage<', '>Receipt<'],
      ...['>Keys<', '>key 299<', '>key 298<', '>key 290<'],
      ...['>Tests<', '>test 4999<', '>test 4990<'],
      ...['>Assumptions<', '>assumption-39 (!)<'],
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(shown).not.toMatch(/>key 0<|>test 0<|>assumption-0<|>ignored: so</);
  });
});

describe('the words of a report', () => {
  it('tell what a client did next, without what it did not', () => {
    const none = { retried: 0, waited: 0, gaveUp: 0, wentOn: 0, askedElse: 0 };
    const said = (next: object) =>
      nextLine({ next: { ...none, ...next } } as Report['coverage']['cells'][number]);
    expect(said({})).toBe('');
    expect(said({ retried: 2 })).toBe('retried 2×');
    expect(said({ retried: 3, waited: 1, gaveUp: 4, wentOn: 5, askedElse: 6 })).toBe(
      'retried 3× (1× after a wait), went on spending 5×, asked something else 6×, asked no more 4×',
    );
  });

  it('name three requests of a finding and count the others', () => {
    const [request] = [
      { id: 1, method: 'GET', path: '/usage', parameters: {}, status: 200, credits: 0, key: null },
    ];
    const lines = (count: number) =>
      requestLines({ requests: Array(Math.min(count, 10)).fill(request), requestCount: count });
    const line = 'request 1: GET /usage, 200, 0 credits, no key';
    expect(lines(3)).toEqual([line, line, line]);
    expect(lines(4)).toEqual([line, line, line, '1 more']);
    expect(lines(12).at(-1)).toBe('9 more');
    expect(requestLines({})).toEqual([]);
  });

  it('sum up the lines of the client, the dearest first, then what was called most often', () => {
    const row = (line: number | undefined, calls: number, credits: number) => ({
      callSite: line === undefined ? null : { file: 'a.ts', line },
      ...{ calls, credits },
    });
    const sums = (...callSites: object[]) =>
      callSiteSums({
        receipt: { byTest: callSites.map((each) => ({ callSites: [each] })) },
      } as unknown as Report);
    expect(sums(row(undefined, 1, 1))).toEqual([]);
    expect(sums(row(1, 1, 0.1), row(undefined, 2, 0.3), row(2, 2, 3), row(1, 2, 0.2))).toEqual([
      { line: 'a.ts:2', calls: 2, credits: 3 },
      { line: 'a.ts:1', calls: 3, credits: 0.3 },
      { line: 'no line known', calls: 2, credits: 0.3 },
    ]);
  });
});

describe('JUnit', () => {
  it('has the start on the clock of the sandbox, a constant host and no time, so equal runs are equal', async () => {
    const texts = [];
    for (let run = 0; run < 2; run++) {
      const app = await testApp({ clock: '2026-01-01T00:00:00Z' });
      await app.get('/clip/profile?uniqueId=sample.creator', 'demo-full');
      await adminOf(app)('POST', '/clock/advance', { by: '1h' });
      texts.push(writers.junit(applyGates(await reportFrom(app), { budget: 1 })));
    }
    expect(texts[0]).toContain(
      '<testsuite name="gates" tests="1" failures="1" errors="0" skipped="0" time="0" timestamp="2026-01-01T00:00:00" hostname="creator-sandbox">',
    );
    expect(texts[1]).toBe(texts[0]);
  });

  it('counts what is skipped as skipped, and only what failed as a failure', () => {
    const test = { suite: ['run'] as const, ms: 0, message: 'why\u0007\ufffe' };
    const statuses = ['passed', 'failed', 'skipped'] as const;
    const tests = statuses.map((status) => ({ ...test, name: status, status }));
    const shown = junit({ name: 'run', version: '1.0.0', head: '', figures: {}, tests }, { clock: 'real' });
    expect(shown).toContain('tests="3" failures="1" errors="0" skipped="1"');
    expect(shown).toContain('<skipped message="why"/>');
    expect([...shown.matchAll(/name="(\w+)" time="0">\s*<(\w+)/g)].map(([, ...each]) => each)).toEqual([
      ['failed', 'failure'],
      ['skipped', 'skipped'],
    ]);
  });

  it('begins anew with the report, and at the earliest of shards', async () => {
    const app = await testApp({ clock: '2026-01-01T00:00:00Z' });
    const first = await reportFrom(app);
    await adminOf(app)('POST', '/clock/advance', { by: '1h' });
    await adminOf(app)('DELETE', '/report');
    const second = await reportFrom(app);
    expect([first.since, second.since]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 1)]);
    expect(mergeReports([second, first]).since).toBe(first.since);
  });
});

describe('the schema of the report', () => {
  it('is published with the package', async () => {
    await expect(`${JSON.stringify(reportSchema(), null, 2)}\n`).toMatchFileSnapshot(
      '../../report.schema.json',
    );
  });
});

describe('merging shards', () => {
  it('is the union in any order, and of any grouping', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray([...forced], { maxLength: 12 }), { minLength: 2, maxLength: 4 }),
        async (shards) => {
          const reports = await Promise.all(shards.map(meeting));
          const merged = mergeReports(reports);
          expect(merged.coverage.met).toBe(new Set(shards.flat()).size);
          expect(merged.receipt.calls).toBe(shards.flat().length);
          expect(mergeReports(reports.toReversed())).toEqual(merged);
          const [first, ...others] = reports;
          expect(mergeReports([first as Report, mergeReports(others)])).toEqual(merged);
        },
      ),
      { numRuns: 5 },
    );
  });
});

it('adds waits of shards that have them', async () => {
  const { coverage, ...report } = await meeting([]);
  const [cell] = coverage.cells as [Report['coverage']['cells'][number]];
  const shard = (more: object): Report => ({
    ...report,
    coverage: { ...coverage, cells: [{ ...cell, next: { ...cell.next, ...more } }] },
  });
  const real = { waits: { atOnce: 1, soon: 2, later: 4 } };
  const merged = [
    [{}, real],
    [real, real],
  ].map((shards) => mergeReports(shards.map(shard)));
  expect(merged.map((each) => each.coverage.cells[0]?.next.waits)).toEqual([
    real.waits,
    { atOnce: 2, soon: 4, later: 8 },
  ]);
});

describe('credits in tenths', () => {
  /** A run that pays a tenth of a credit this many times for the same. */
  async function paying(times: number): Promise<Report> {
    const app = await testApp();
    for (let n = 0; n < times; n += 1)
      await app.get('/clip/profile?uniqueId=sample.creator&fields=bio', 'demo-full');
    return await reportFrom(app);
  }

  it('are added and compared to the thousandth', async () => {
    const [one, two, three, four] = await Promise.all(
      [1, 2, 3, 4].map(paying) as [Promise<Report>, Promise<Report>, Promise<Report>, Promise<Report>],
    );
    const { receipt } = mergeReports([one, two]);
    const { byKey, byOperation, byTest } = receipt;
    const sites = byTest.flatMap(({ callSites }) => callSites);
    const sums = [receipt, ...byKey, ...byOperation, ...byTest, ...sites].map(({ credits }) => credits);
    expect(sums).toEqual([0.3, 0.3, 0.3, 0.3, 0.3]);
    const again = mergeReports([two, three]);
    expect(again.receipt.paidTwice).toBe(0.3);
    expect(again.waste.map(({ credits }) => credits)).toEqual([0.3]);
    expect(diffReports(one, three)).toMatchObject({ credits: 0.2, byOperation: [{ credits: 0.2 }] });
    expect(diffReports(two, four).waste).toBe(0.2);
  });
});

describe('the difference of two runs', () => {
  it('is what is new and what is gone', async () => {
    const [before, after] = await Promise.all([meeting(forced.slice(0, 3)), meeting(forced.slice(1, 5))]);
    const name = ({ operation, status, code }: (typeof forced)[number]) => `${operation} ${status}/${code}`;
    expect(diffReports(before, after)).toMatchObject({
      newlyMet: forced.slice(3, 5).map(name),
      noLongerMet: forced.slice(0, 1).map(name),
      calls: 1,
      credits: 0,
      newRuleBreaks: [],
    });
    const [usage] = before.receipt.byOperation as [Report['receipt']['byOperation'][number]];
    const withRows = (...byOperation: object[]) =>
      ({ ...before, receipt: { ...before.receipt, byOperation } }) as Report;
    const fewer = withRows({ ...usage, credits: 5 });
    const found = diffReports(withRows(usage, { operation: null, calls: 3, credits: 2 }), fewer);
    expect(differenceLines(found)).toEqual([
      '0 calls, 0 credits, 0 credits wasted.',
      'operation      calls  credits',
      'usage              0       +5',
      'unknown paths     -3       -2',
    ]);
    const relying = (...ids: string[]): Report => ({
      ...before,
      assumptions: ids.map((id) => ({ id, requests: 1, strict: false })),
    });
    expect(diffReports(relying('a', 'b'), relying('b', 'c')).newAssumptions).toEqual(['c']);
    const breaking = (...rules: string[]): Report => ({
      ...before,
      clientRules: rules.map((rule) => ({ rule, requestCount: 1 }) as Report['clientRules'][number]),
      waste: rules.map((rule, n) => ({ rule, credits: n + 0.1 }) as unknown as Report['waste'][number]),
    });
    const changed = diffReports(breaking('a', 'b', 'b'), breaking('c', 'b'));
    expect(
      differenceLines({ ...changed, newlyMet: ['x'], noLongerMet: ['y'], newAssumptions: ['z'] }),
    ).toEqual([
      '0 calls, 0 credits, -2.1 credits wasted.',
      'Newly met: x',
      'No longer met: y',
      'New rule breaks: c',
      'Resolved rule breaks: a',
      'New assumptions: z',
    ]);
    const cells = (earned: number, injected: number) => ({
      ...before,
      coverage: {
        ...before.coverage,
        cells: before.coverage.cells.slice(0, 1).map((cell) => ({ ...cell, earned, injected })),
      },
    });
    for (const [earned, injected] of [
      [1, 0],
      [0, 1],
    ] as const) {
      expect(diffReports(cells(0, 0), cells(earned, injected))).toMatchObject({
        newlyMet: [expect.any(String)],
        noLongerMet: [],
      });
      expect(diffReports(cells(earned, injected), cells(0, 0))).toMatchObject({
        newlyMet: [],
        noLongerMet: [expect.any(String)],
      });
    }
    expect(diffReports(before, before)).toEqual({
      newlyMet: [],
      noLongerMet: [],
      calls: 0,
      credits: 0,
      byOperation: [],
      waste: 0,
      newRuleBreaks: [],
      resolvedRuleBreaks: [],
      newAssumptions: [],
    });
  });
});
