import { describe, it } from 'vitest';
import { drifts } from '../contract/drifts/all.ts';
import { expectProposalsHold } from '../recording/proposals.ts';

describe('what --propose writes, applied, leaves what it names as left, of', () => {
  it.each(drifts.map((drift) => [drift.what, drift] as const))('%s', (_what, drift) =>
    expectProposalsHold({ ...drift }),
  );
});
