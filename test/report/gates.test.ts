import { describe, expect, it } from 'vitest';
import type { Gates } from '../../src/report/gates.ts';
import { applyGates, gateFailure } from '../../src/report/gates.ts';
import { adminOf, problem } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { reportFrom } from './reports.ts';

/** A run with a refusal, a call that is paid twice, a broken client rule and a strict assumption. */
async function runOf(options: object = {}) {
  const app = await testApp(options);
  const profile = '/clip/profile?uniqueId=sample.creator';
  await app.get(profile, 'demo-full');
  await app.get(profile, 'demo-full');
  await app.get(profile, 'demo-empty');
  await app.get(profile, 'demo-empty');
  await app.get('/sponsor/list?pageSize=1', 'demo-full');
  return app;
}

const green: Gates = {
  budget: 5,
  minCoverage: 3,
  require: ['402/INSUFFICIENT_CREDITS', '402', 'INSUFFICIENT_CREDITS'],
  maxWaste: 2,
  maxRuleBreaks: 1,
};

const red: [gate: string, gates: Gates, sentence: string][] = [
  [
    'budget',
    { budget: 4.999 },
    'The run spent 5 credits, 0.001 more than the budget of 4.999: save calls, most of all to clip/profile, or raise --budget.',
  ],
  [
    'min-coverage',
    { minCoverage: 60 },
    'The run met 3 of the 33 outcomes of the operations that it called, which is 9 % and not 60 %: test further answers, such as 401/UNAUTHORIZED of clip/profile, or lower --min-coverage.',
  ],
  [
    'require',
    { require: ['refreshed'] },
    'No call met refreshed: let a test advance the clock by more than ten minutes and ask for the same again, or the cache of the client never expires.',
  ],
  [
    'require',
    { require: ['402/INSUFFICIENT_CREDITS', '429'] },
    'No call met 429: force it with the header `Prefer: code=429, example=RATE_LIMIT_EXCEEDED` or with a fault rule.',
  ],
  [
    'require',
    { require: ['200/private-account'] },
    'No call met 200/private-account: let a test make a call that gets it.',
  ],
  [
    'max-waste',
    { maxWaste: 1.9 },
    'The run wasted 2 credits, and the gate allows 1.9: look at paid-again of clip/profile first, or raise --max-waste.',
  ],
  [
    'max-rule-breaks',
    { maxRuleBreaks: 0 },
    'The client broke client rules once (retry-after-refusal), and the gate allows 0: correct the client, or ignore a rule with its reason in ignoreRules.',
  ],
  [
    'refuse-assumptions',
    { refuseAssumptions: true },
    'Calls relied on assumptions that may mislead client code (sponsor-pages): read them with `npm start -s -- decisions`, and avoid such calls.',
  ],
];

describe('gates', () => {
  it('name the operation that costs and wastes most, in whatever order', async () => {
    const report = await reportFrom(await runOf());
    const byOperation = report.receipt.byOperation.toReversed();
    const waste = report.waste.flatMap((each) => [{ ...each, operation: 'usage', credits: 1 }, each]);
    const run = { ...report, waste, receipt: { ...report.receipt, byOperation } };
    const { gates } = applyGates(run, { budget: 1, maxWaste: 1 });
    expect(gates[0]?.advice).toContain('most of all to clip/profile');
    expect(gates[1]?.advice).toContain('look at paid-again of clip/profile first');
  });

  it('name an answer that a called operation has and the run did not meet', async () => {
    const app = await testApp();
    await app.get('/gram/profile?uniqueId=sample.creator');
    const [gate] = applyGates(await reportFrom(app), { minCoverage: 60 }).gates;
    expect(gate?.advice).toContain('test further answers, such as 429/RATE_LIMIT_EXCEEDED of gram/profile,');
  });

  it('hold together on a green run', async () => {
    const app = await runOf();
    const { gates } = applyGates(await reportFrom(app), green);
    expect(gates.map(({ gate, holds }) => [gate, holds])).toEqual([
      ['budget', true],
      ['min-coverage', true],
      ['require', true],
      ['require', true],
      ['require', true],
      ['max-waste', true],
      ['max-rule-breaks', true],
    ]);
    expect(gateFailure({ gates })).toBeUndefined();
  });

  it.each(red)(
    '%s turns the run red with one sentence that says what to do',
    async (gate, gates, sentence) => {
      const app = await runOf();
      const report = applyGates(await reportFrom(app), { ...green, ...gates });
      expect(gateFailure(report)).toBe(`1 gate does not hold. ${sentence}`);
      expect(report.gates.filter(({ holds }) => !holds).map((each) => each.gate)).toEqual([gate]);
      expect(await adminOf(app)('POST', '/report/gates', { ...green, ...gates })).toMatchObject({
        status: 422,
        body: problem(422, `1 gate does not hold. ${sentence}`, { gates: expect.any(Array) }),
      });
    },
  );

  it('are one paragraph when several do not hold, and come from the settings when the call names none', async () => {
    const app = await runOf({ budget: 1, maxWaste: 0 });
    const { body } = await adminOf(app)('POST', '/report/gates', {});
    expect(body['detail']).toMatch(/^2 gates do not hold\. The run spent .*\. The run wasted .*\.$/);
  });

  it('ignore client rules for a reason, which the report shows', async () => {
    const app = await runOf();
    const ignoreRules = { 'retry-after-refusal': 'the server decides' };
    const report = applyGates(await reportFrom(app), { maxRuleBreaks: 0, ignoreRules });
    expect(gateFailure(report)).toBeUndefined();
    expect(report.clientRules).toMatchObject([
      { rule: 'retry-after-refusal', requestCount: 1, ignored: 'the server decides' },
    ]);
  });

  it.each([
    [
      { require: ['403/INSUFFICIENT_CREDITS'] },
      'require: no operation can answer "403/INSUFFICIENT_CREDITS"',
    ],
    [{ ignoreRules: { 'page-of-one': 'why' } }, 'the nearest valid one is pages-of-one.'],
    [{ ignoreRules: { 'pages-of-one': '' } }, 'ignoreRules: "pages-of-one" needs a reason'],
    [{ ignoreRules: { 'pages-of-one': 1 } }, 'ignoreRules: "pages-of-one" needs a reason'],
  ])('that no run can fulfil are refused: %j', async (gates, sentence) => {
    const { status, body } = await adminOf(await testApp())('POST', '/report/gates', gates);
    expect(status).toBe(422);
    expect(body['detail']).toContain(sentence);
  });

  it.each<Gates>([
    { budget: 5 },
    { minCoverage: 0 },
    { maxWaste: 0 },
    { maxRuleBreaks: 0 },
    { refuseAssumptions: true },
  ])('such as %j judge no run without a request', async (gates) => {
    const empty = await reportFrom(await testApp());
    expect(gateFailure(applyGates(empty, gates))).toBe(
      '1 gate does not hold. The command asked the sandbox for nothing, so its gates judge nothing: point its client at CREATOR_SANDBOX_URL, or give --allow-no-requests.',
    );
    expect(gateFailure(applyGates(empty, { ...gates, allowNoRequests: true }))).toBeUndefined();
  });

  it('say what a run asked for that called no operation', async () => {
    const app = await testApp();
    await app.get('/v3/clip/profile?uniqueId=sample.creator', 'demo-full');
    await app.get('/v3/usage', 'demo-full');
    const report = await reportFrom(app);
    expect(gateFailure(applyGates(report, { budget: 5 }))).toContain(
      'The command asked for 2 paths that the service does not have, and for nothing else',
    );
    expect(gateFailure(applyGates(report, {}))).toBeUndefined();
  });

  it('say that nothing was covered', async () => {
    const empty = await reportFrom(await testApp());
    expect(gateFailure(applyGates(empty, { minCoverage: 1, allowNoRequests: true }))).toBe(
      '1 gate does not hold. No operation was called, so nothing is covered.',
    );
  });
});

it('a break at request 1 of 5,000 of a key, which the journal forgot, keeps a gate from holding', async () => {
  const app = await testApp();
  await app.get('/clip/profile?uniqueId=sample.creator&feilds=bio', 'demo-full');
  for (let n = 1; n < 5_000; n++) await app.get('/usage', 'demo-full');
  const gated = applyGates(await reportFrom(app), { maxRuleBreaks: 0 });
  expect(gated.clientRules).toMatchObject([{ rule: 'unknown-parameter', requests: [{ id: 1 }] }]);
  expect(gateFailure(gated)).toContain('1 gate does not hold');
});
