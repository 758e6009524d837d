import type { Journal } from '../journal/journal.ts';
import type { Records } from '../ledger/replicas.ts';
import type { Deps } from '../service/http/deps.ts';
import type { ReportedDeps } from '../service/http/report.ts';
import type { NewTally } from './replay.ts';
import type { SharedTally } from './shared-tally.ts';
import type { Truncations } from './truncations.ts';

/** The parts of the composition that peers need: those that a report shows, and the ledger. */
export type PeerDeps = ReportedDeps & Pick<Deps, 'ledger' | 'operations' | 'names'>;

export interface PeerParts {
  records: Records;
  journal: Pick<Journal, 'nextId'>;
  tally: SharedTally;
  newTally: NewTally;
  maxRequests: number;
  /** The truncations of journals, and of reports. */
  truncations: Truncations;
  reportTruncations: Truncations;
}
