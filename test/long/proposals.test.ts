import { describe, it } from 'vitest';
import { envelopes } from '../contract/drifts/envelopes.ts';
import { histories } from '../contract/drifts/histories.ts';
import { money } from '../contract/drifts/money.ts';
import { pages } from '../contract/drifts/pages.ts';
import { prices } from '../contract/drifts/prices.ts';
import { records } from '../contract/drifts/records.ts';
import { refusals } from '../contract/drifts/refusals.ts';
import { streams } from '../contract/drifts/streams.ts';
import { expectProposalsHold } from '../recording/proposals.ts';

const drifts = [
  ...records,
  ...histories,
  ...pages,
  ...envelopes,
  ...refusals,
  ...money,
  ...streams,
  ...prices,
];

describe('what --propose writes, applied, leaves what it names as left, of', () => {
  it.each(drifts.map((drift) => [drift.what, drift] as const))('%s', (_what, drift) =>
    expectProposalsHold({ ...drift }),
  );
});
