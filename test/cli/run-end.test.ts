import { expect, test } from 'vitest';
import { endOfAll } from '../../src/cli/run-end.ts';
import type { Assumption } from '../../src/client/sandbox-interface.ts';

const assumption = (id: string, requests: number, strict: string | null = null) =>
  ({ id, what: id, strict, requests }) as Assumption;

test('the assumptions of several processes add up, and come in the order of one sandbox', async () => {
  const end = await endOfAll([
    { assumptions: [assumption('misleads', 1, 'refuse'), assumption('some', 4), assumption('few', 1)] },
    { assumptions: [assumption('many', 6), assumption('few', 1)] },
    { assumptions: [assumption('some', 3)] },
  ]);
  // Without a journal there is no report.
  const assumptions = [
    assumption('misleads', 1, 'refuse'),
    assumption('some', 7),
    assumption('many', 6),
    assumption('few', 2),
  ];
  expect(end).toEqual({ assumptions });
});
