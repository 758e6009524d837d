import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { billOf } from '../../src/bill/bill.ts';
import { billPage, billText } from '../../src/bill/bill-outline.ts';
import { proposalsAsProblems, proposalsOf } from '../../src/bill/proposals.ts';
import { flameBoxes } from '../../src/core/flame-boxes.ts';
import type { Report } from '../../src/report/model.ts';
import { commandIn } from '../cli/io.ts';
import { testApp } from '../harness.ts';
import { reportFrom } from '../report/reports.ts';
import { sarifErrors } from '../report/sarif-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'bill-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bill = (...line: string[]) => commandIn(folder, ['bill', 'run.json', ...line]);
const writeRun = (report: object) => writeFileSync(join(folder, 'run.json'), JSON.stringify(report));

async function runOf(sites: readonly (string | undefined)[]): Promise<Report> {
  const { app, ask } = await testApp();
  for (const site of sites)
    await app.inject({
      url: '/clip/profile?uniqueId=sample.creator',
      headers: { 'api-key': 'demo-full', ...(site !== undefined && { 'x-sandbox-call-site': site }) },
    });
  return reportFrom({ ask });
}

describe('creator-sandbox bill', () => {
  it('prints a hundred lines of the tree, and counts those beyond them', () => {
    const shown = (count: number) => {
      const test = (n: number) => ({ test: `test ${n}`, credits: 1, calls: 1, callSites: [] });
      const tests = Array.from({ length: count }, (_, n) => test(n));
      const { tables, notes } = billText({ version: '1', credits: count, calls: count, tests }, []);
      return [tables[0]?.rows.length, notes[0]];
    };
    expect(shown(100)).toEqual([100, 'No request named its line: run the command with --call-sites.']);
    expect(shown(102)).toEqual([100, '2 more lines: see --json or --html.']);
  });

  it('prints the tree, and what to change', async () => {
    writeRun(await runOf(['src/a.ts:4:7 load', 'src/a.ts:4:7 load', 'src/b.ts:9']));
    expect(await bill('--runs-per-day', '400')).toEqual({
      code: 0,
      err: '',
      out: `creator-sandbox: 6 credits in 3 calls, and 2 proposals.

Where the credits went:
  credits  calls
        4      2  src/a.ts:4:7 load
        4      2    clip/profile
        4      2      2 × 200
        2      1  src/b.ts:9
        2      1    clip/profile
        2      1      200

src/a.ts:4:7 load: clip/profile: keep the reply and use it again. It saves 2 credits in each run, 24000 credits in 30 days.
src/b.ts:9: clip/profile: keep the reply and use it again. It saves 2 credits in each run, 24000 credits in 30 days.
`,
    });
  });

  it('takes the fields that trim found, in place of its own guess', async () => {
    const report = await runOf([undefined]);
    const waste = [
      { rule: 'whole-record', operation: 'clip/profile', credits: 1, requests: [], requestCount: 1 },
      { rule: 'paid-again', operation: 'clip/profile', credits: 2, requests: [], requestCount: 1 },
    ];
    writeRun({ ...report, waste });
    const site = { operation: 'clip/profile', fields: ['bio'], callSite: { file: 'a.ts', line: 3 } };
    writeFileSync(
      join(folder, 'trim.json'),
      JSON.stringify({
        sites: [
          { ...site, before: 2, after: 0.5 },
          { ...site, before: 1, after: 1 },
        ],
      }),
    );
    const { out } = await bill('--trim', 'trim.json');
    expect(out).toContain('a.ts:3: clip/profile: send `fields` ["bio"]. It saves 1.5 credits in each run.\n');
    expect(out).toContain('\nclip/profile: keep the reply and use it again. It saves 2 credits in each run.');
    expect(out).not.toContain('ask for `fields` only');
    expect((await bill()).out).toContain('ask for `fields` only. It saves 1 credit in each run.');
    expect(out).toContain('No request named its line: run the command with --call-sites.');
  });

  it('reads what trim found with costs from 0 to 10^12, at a line from 1 on', async () => {
    writeRun(await runOf([undefined]));
    const trimmed = async (site: object) => {
      const usual = { operation: 'clip/profile', fields: ['bio'], before: 2, after: 1 };
      writeFileSync(join(folder, 'trim.json'), JSON.stringify({ sites: [{ ...usual, ...site }] }));
      return (await bill('--trim', 'trim.json')).code;
    };
    for (const fine of [{ after: 0 }, { before: 0 }, { before: 1e12, after: 1e12 }, { fields: undefined }])
      expect([fine, await trimmed(fine)]).toEqual([fine, 0]);
    for (const wrong of [
      ...[{ before: -1 }, { after: -1 }, { before: 1e12 + 1 }, { after: 1e12 + 1 }, { operation: 5 }],
      ...[{ callSite: { file: 'a.ts' } }, { callSite: { file: 'a.ts', line: -1 } }],
    ])
      expect([wrong, await trimmed(wrong)]).toEqual([wrong, 2]);
  });

  it('writes JSON, and a page with a flame chart that loads nothing', async () => {
    writeRun(await runOf(['src/<b>.ts:1', 'src/kl%C3%A4nt.ts:1 <script>']));
    expect(await bill('--json', 'bill.json', '--html', 'bill.html')).toEqual({ code: 0, out: '', err: '' });
    const found = JSON.parse(readFileSync(join(folder, 'bill.json'), 'utf8'));
    expect(found).toMatchObject({
      credits: 4,
      calls: 2,
      proposals: [{ rule: 'paid-again', savesPerRun: 2 }],
    });
    const page = readFileSync(join(folder, 'bill.html'), 'utf8');
    expect(page).toContain('left:50%;width:50%');
    expect(page).toContain('position:relative;height:6.4rem');
    expect(page).toContain('title="src/klänt.ts:1 &lt;script&gt;: 2 credits"');
    expect(page).not.toMatch(/<script|src="|href=/);
  });

  it('writes the proposals as SARIF, each at its line', async () => {
    writeRun(await runOf(['src/a.ts:4:7 load', 'src/a.ts:4:7 load', 'src/b.ts:9', undefined]));
    const { code, out } = await bill('--sarif', '-', '--runs-per-day', '2');
    expect(sarifErrors(out)).toEqual([]);
    const [{ tool, results }] = JSON.parse(out).runs;
    const ruleIds = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect([code, ruleIds]).toEqual([
      0,
      ['paid-again', 'unused-page', 'whole-record', 'asked-again-after-404', 'fields'],
    ]);
    const at = (uri: string, region: object) => ({
      locations: [expect.objectContaining({ physicalLocation: { artifactLocation: { uri }, region } })],
    });
    const note = { ruleId: 'paid-again', ruleIndex: 0, level: 'note', occurrenceCount: 1 };
    const saving = 'keep the reply and use it again. It saves 2 credits in each run, 120 credits in 30 days.';
    expect(results).toMatchObject([
      {
        ...note,
        message: { text: `clip/profile: ${saving}` },
        ...at('sandbox.config.json', { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 }),
      },
      {
        ...note,
        message: { text: `src/a.ts:4:7 load: clip/profile: ${saving}` },
        ...at('src/a.ts', { startLine: 4, startColumn: 7 }),
      },
      {
        ...note,
        message: { text: `src/b.ts:9: clip/profile: ${saving}` },
        ...at('src/b.ts', { startLine: 9 }),
      },
    ]);
    const hashes = results.map(({ partialFingerprints }: { partialFingerprints: object }) =>
      JSON.stringify(partialFingerprints),
    );
    expect(new Set(hashes).size).toBe(3);
  });

  it('shows no tree of a run without calls', async () => {
    expect((await bill('--runs-per-day', 'many')).code).toBe(2);
    writeRun(await runOf([]));
    expect((await bill()).out).toContain('creator-sandbox: 0 credits in 0 calls.');
    expect((await bill('--html', '-')).out).not.toContain('<figure');
  });
});

describe('what a run paid', () => {
  const chain = { test: 'a', operation: 'clip/profile', replies: ['200'], chains: 1, calls: 1, credits: 1 };
  const receiptOf = (byChain: object[]) => ({ version: '1', receipt: { byChain } }) as unknown as Report;
  const order = ['clip/profile', 'clip/search', 'gram/profile', 'tube/profile'];
  const sums = [
    { calls: 1, credits: 2 },
    { calls: 2, credits: 1 },
    { calls: 1, credits: 1 },
    { calls: 1, credits: 1 },
  ];
  const rows = (field: string, nameOf: (name: string) => unknown) =>
    order.map((name, n) => ({ ...chain, ...sums[n], [field]: nameOf(name) })).toReversed();

  it('has the dearest first, then what was called most often, then by name', () => {
    const tests = billOf(receiptOf(rows('test', String)))?.tests;
    expect(tests?.map(({ test }) => test)).toEqual(order);
    const sites = billOf(receiptOf(rows('callSite', (file) => ({ file, line: 1 }))))?.tests[0]?.callSites;
    expect(sites?.map(({ callSite }) => callSite?.file)).toEqual(order);
    const operations = billOf(receiptOf(rows('operation', String)))?.tests[0]?.callSites[0]?.operations;
    expect(operations?.map(({ operation }) => operation)).toEqual(order);
    const [same] =
      billOf(receiptOf(rows('replies', (reply) => [reply])))?.tests[0]?.callSites[0]?.operations ?? [];
    expect(same?.chains.map(({ replies }) => replies[0])).toEqual(order);
  });

  it('is the sum of its parts to the thousandth', () => {
    const bill = billOf(receiptOf([0.1, 0.2, 0.001].map((credits) => ({ ...chain, calls: 2, credits }))));
    const whole = { credits: 0.301, calls: 6 };
    expect(bill).toMatchObject({
      ...whole,
      tests: [{ ...whole, callSites: [{ ...whole, operations: [whole] }] }],
    });
  });

  it('is a page of rows, and of boxes in two colours', () => {
    const site = { file: 'src/a.ts', line: 4, column: 7, function: 'load' };
    const bill = billOf(
      receiptOf([
        { ...chain, callSite: site, replies: ['503', '200'], chains: 2, calls: 4, credits: 3 },
        { ...chain, test: null, operation: null, replies: ['404'], credits: 1 },
      ]),
    );
    const { tables, figure, notes } = billPage(bill as NonNullable<typeof bill>, []);
    expect(notes).toEqual([]);
    expect(tables[0]?.rows).toEqual([
      ['a', 'src/a.ts:4:7 load', 'clip/profile', '503, 200', 2, 4, 3],
      ['', '', 'unknown paths', '404', 1, 1, 1],
    ]);
    const boxes = [
      ...(figure?.html ?? '').matchAll(
        /title="([^"]*)" style="[^"]*left:(.*?);width:(.*?);top:(.*?);height:(.*?);.*var\(--(.*?)\)">/g,
      ),
    ];
    expect(figure?.html).toContain('position:relative;height:8rem');
    expect(boxes.map(([, ...parts]) => parts.join(' '))).toEqual([
      'the run: 4 credits 0% 100% 0rem 1.5rem good-back',
      'a: 3 credits 0% 75% 1.6rem 1.5rem block',
      'src/a.ts:4:7 load: 3 credits 0% 75% 3.2rem 1.5rem good-back',
      'clip/profile: 3 credits 0% 75% 4.800000000000001rem 1.5rem block',
      '2 × 503, then 200: 3 credits 0% 75% 6.4rem 1.5rem good-back',
      'no test named: 1 credit 75% 25% 1.6rem 1.5rem block',
      'no line known: 1 credit 75% 25% 3.2rem 1.5rem good-back',
      'unknown paths: 1 credit 75% 25% 4.800000000000001rem 1.5rem block',
      '404: 1 credit 75% 25% 6.4rem 1.5rem good-back',
    ]);
  });

  it('proposes the greatest saving first, and is the same proposal where lines move', () => {
    const waste = [
      { rule: 'paid-again', operation: 'clip/profile', credits: 1 },
      { rule: 'unused-page', operation: 'clip/search', credits: 3, callSite: { file: 'a.ts', line: 3 } },
      {
        ...{ rule: 'asked-again-after-404', operation: 'gram/profile', credits: 2 },
        callSite: { file: 'b.ts', line: 4, function: 'load' },
      },
      { rule: 'paid-again', operation: 'tube/profile', credits: 0 },
    ];
    const proposals = proposalsOf({ waste } as unknown as Report, { runsPerDay: 0.5 });
    expect(proposals.map(({ sentence, savesPerMonth }) => [sentence, savesPerMonth])).toEqual([
      [
        'a.ts:3: clip/search: stop after the last page from which a creator is used. It saves 3 credits in each run, 45 credits in 30 days.',
        45,
      ],
      [
        'b.ts:4 load: gram/profile: remember that the creator does not exist. It saves 2 credits in each run, 30 credits in 30 days.',
        30,
      ],
      [
        'clip/profile: keep the reply and use it again. It saves 1 credit in each run, 15 credits in 30 days.',
        15,
      ],
    ]);
    const { rules, problems, figures } = proposalsAsProblems(
      { version: '1', credits: 9, calls: 4 },
      proposals,
    );
    expect(problems.map(({ subject }) => subject)).toEqual([
      'clip/search a.ts',
      'gram/profile load',
      'clip/profile ',
    ]);
    expect(figures).toEqual({ credits: 9, calls: 4 });
    expect(rules.map(({ help }) => help)).toEqual([
      'At this line, keep the reply and use it again.',
      'At this line, stop after the last page from which a creator is used.',
      'At this line, ask for `fields` only.',
      'At this line, remember that the creator does not exist.',
      'Send the proposed `fields` at this line, if your program needs no more than its tests read.',
    ]);
  });
});

describe('a flame chart', () => {
  it('has boxes as wide as their share, each below the one it is a part of', () => {
    const part = (name: string, credits: number, parts: ReturnType<typeof flame>[] = []) =>
      flame(name, credits, parts);
    expect(
      flameBoxes(part('all', 8, [part('a', 6, [part('b', 2), part('c', 4)]), part('d', 2), part('e', 0)])),
    ).toEqual([
      { name: 'all', credits: 8, depth: 0, left: 0, width: 100 },
      { name: 'a', credits: 6, depth: 1, left: 0, width: 75 },
      { name: 'b', credits: 2, depth: 2, left: 0, width: 25 },
      { name: 'c', credits: 4, depth: 2, left: 25, width: 50 },
      { name: 'd', credits: 2, depth: 1, left: 75, width: 25 },
    ]);
  });
});

interface Flame {
  name: string;
  credits: number;
  parts: Flame[];
}

const flame = (name: string, credits: number, parts: Flame[]): Flame => ({ name, credits, parts });
