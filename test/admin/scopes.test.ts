import { expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { ScopeModel } from './scope-model.ts';
import { teams } from './tokens.ts';

it('tokens see and change what a model of their scopes says, and no byte tells of the rest', async () => {
  const app = await testApp({ adminTokens: teams });
  const model = new ScopeModel(app, 1);
  await model.run(700);
  const statuses = [...model.outcomes.keys()].map((outcome) => outcome.split(' ').at(-1));
  expect(new Set(statuses)).toEqual(new Set(['200', '201', '204', '403', '404', '408', '409', '422']));
  expect(app.warnings.join()).not.toMatch(/token-of-|text-canary/);
});
