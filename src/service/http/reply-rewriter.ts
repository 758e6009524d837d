import type { TSchema } from '@sinclair/typebox';
import type { Clock } from '../../core/clock.ts';
import type { Operation } from '../../core/operations.ts';
import type { PriceBook } from '../../core/prices.ts';
import type { Settings } from '../../core/settings.ts';
import type { RuleAfter } from '../../faults/faults.ts';
import type { Outcomes } from '../../faults/outcomes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { RecognisedCall } from './call.ts';

/**
 * Rewrites the replies of a sandbox on purpose, to see whether the tests of a client notice. A sandbox has one from its
 * start or has none; without one, no request pays for it.
 */
export interface ReplyRewriter {
  /** Acts where the fault rules of the tests do not, which neither see nor remove it. */
  readonly ruleFor?: RuleAfter;
  /** @returns the reply to send in place of `unsent`; the same object if it stays as it is */
  rewrite(unsent: UnsentReply, context: ReplyContext): UnsentReply | Promise<UnsentReply>;
}

/** A reply before it is sent. */
export interface UnsentReply {
  /** `json`: a whole reply. `result`: the last event of a stream. `file`: a download, which has no envelope. */
  readonly form: 'json' | 'result' | 'file';
  readonly status: number;
  /** The envelope, whose `data` is in the neutral words; of a file its data. */
  readonly body: unknown;
}

/** The request of a reply. */
export interface ReplyContext {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  /** The query of a GET, the parsed body of a POST, in the neutral words. */
  readonly given: unknown;
  /** Schema of the data. */
  readonly schema: TSchema | undefined;
  readonly call: RecognisedCall;
  /** The parts of the sandbox that rewriters read or change. */
  readonly deps: {
    readonly settings: Pick<Settings, 'cycleMs'>;
    readonly clock: Clock;
    readonly prices: PriceBook;
    readonly outcomes: Outcomes;
    readonly ledger: Pick<Ledger, 'charge'>;
  };
}
