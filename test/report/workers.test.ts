import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { clientRuleNames, wasteRuleNames } from '../../src/report/client-rules.ts';
import { badWorkers } from './bad-workers.ts';
import { expectNamed } from './workers.ts';

const frozen = await createSandbox({ size: 60, pace: 0, clock: '2026-01-01T00:00:00Z' });
afterAll(() => frozen.close());

describe('a bad client with six workers', () => {
  it('is there for each client rule and each kind of waste', () => {
    expect(new Set(badWorkers.map(({ rule }) => rule))).toEqual(
      new Set([...clientRuleNames, ...wasteRuleNames]),
    );
  });

  it.each(badWorkers.filter(({ waits }) => !waits))('is named: it $name', (bad) =>
    expectNamed(frozen, bad, 6),
  );
});
