import { expect, it } from 'vitest';
import { type Annotation, annotationsOf, workflowCommands } from '../../src/report/formats/annotations.ts';
import { applyGates } from '../../src/report/gates.ts';
import { type TestApp, testApp } from '../harness.ts';
import { reportFrom } from './reports.ts';

const call = ({ app }: TestApp, site: string | undefined, url: string) =>
  app.inject({
    url,
    headers: { 'api-key': 'demo-full', ...(site !== undefined && { 'x-sandbox-call-site': site }) },
  });
const misspelt = '/clip/profile?uniqueId=sample.creator&feilds=100%';

it('a broken client rule and waste are annotated at their lines, from the root of the repository', async () => {
  const app = await testApp();
  await call(app, 'src/kl%C3%A4nt%3A.ts:50:7 load', misspelt);
  await call(app, 'src/client.py:3', misspelt);
  await call(app, undefined, misspelt);
  const report = await reportFrom(app);
  const request = (id: number, at: string) =>
    `request ${id}: GET /clip/profile uniqueId=sample.creator feilds=100%25, 200, 2 credits, key demo-full, at ${at}`;
  const rule =
    'The service ignores parameters that it does not know, so a misspelt one has no effect.%0ACompare the name with the parameters of the operation: correct it, or leave it out.%0A';
  expect(workflowCommands(annotationsOf(report), 'packages/a,b')).toEqual([
    `::warning file=packages/a%2Cb/src/client.py,line=3,title=unknown-parameter (feilds)::${rule}${request(2, 'src/client.py:3')}`,
    `::warning file=packages/a%2Cb/src/klänt%3A.ts,line=50,col=7,title=unknown-parameter (feilds)::${rule}${request(1, 'src/klänt:.ts:50:7 load')}`,
    `::notice file=packages/a%2Cb/src/client.py,line=3,title=2 credits wasted%3A paid-again::clip/profile: The same call was paid again within ten minutes.%0A${request(2, 'src/client.py:3')}`,
  ]);
  const ignoring = applyGates(report, { ignoreRules: { 'unknown-parameter': 'so' } });
  expect(annotationsOf(ignoring).map(({ level }) => level)).toEqual(['notice']);
});

it('there are ten annotations of a level at most, and none without a line', () => {
  const at = (line: number, level: Annotation['level'] = 'error'): Annotation => ({
    ...{ level, title: 'a rule', message: 'why' },
    callSite: { file: 'a.ts', line },
  });
  const many = [at(0), ...Array.from({ length: 12 }, (_, n) => at(n + 1)), at(13, 'notice')];
  const commands = workflowCommands(many, '');
  expect(commands).toHaveLength(11);
  expect([commands[0], commands[9], commands[10]]).toEqual([
    '::error file=a.ts,line=1,title=a rule::why',
    '::error file=a.ts,line=10,title=a rule::why',
    '::notice file=a.ts,line=13,title=a rule::why',
  ]);
});
