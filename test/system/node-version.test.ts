import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeFlaw } from '../../src/system/node-version.ts';

it.each(['20.20.2', '22.17.9', '18.0.0'])('Node %s is refused in one sentence', (version) => {
  expect(nodeFlaw(version)).toBe(
    `creator-sandbox needs Node 22.18 or newer; this is Node ${version}. \`npm install --save-dev node@24\` brings one into a project, for npx and its scripts.`,
  );
});

it.each(['22.18.0', '23.0.0', '24.21.0'])('Node %s runs the program', (version) => {
  expect(nodeFlaw(version)).toBeUndefined();
});

it('the bound is that of the package', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(engines.node).toBe('>=22.18');
});
