import type { Drift } from './drift.ts';
import { envelopes } from './envelopes.ts';
import { histories } from './histories.ts';
import { money } from './money.ts';
import { pages } from './pages.ts';
import { prices } from './prices.ts';
import { records } from './records.ts';
import { refusals } from './refusals.ts';
import { streams } from './streams.ts';

export const drifts: readonly Drift[] = [
  ...[...records, ...histories, ...pages, ...envelopes],
  ...[...refusals, ...money, ...prices, ...streams],
];
