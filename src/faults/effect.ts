import type { Gate } from './gate.ts';
import type { Outcome } from './outcomes.ts';
import type { Profile } from './torture.ts';

/** What happens to one request: waits first, then the outcome or whatever the request earns, written as told. */
export interface Effect {
  /** Who wants it: the id of a rule. */
  readonly by: string;
  readonly waitMs?: number;
  readonly gate?: Gate;
  readonly outcome?: Outcome;
  readonly profile?: Profile;
}
