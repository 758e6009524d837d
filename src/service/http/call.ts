import type { Millicredits } from '../../core/credits.ts';
import type { KeyRedactor } from '../../core/keys/redactor.ts';
import type { OperationId } from '../../core/operations.ts';
import type { ReplyProfile } from '../../faults/profiles.ts';
import type { Caller } from '../../ledger/ledger.ts';
import type { Translate } from '../vocabulary/translator.ts';
import type { SpokenWords } from '../vocabulary/words.ts';
import type { RequestWaits } from './latency.ts';
import type { RecordedAnswer } from './recorded-answer.ts';
import type { Waiting } from './wait.ts';

/** One request to an operation of the service. */
export interface Call {
  /** null if the request matched no operation. */
  readonly operation: OperationId | null;
  /** null before the key is recognised. */
  readonly caller: Caller | null;
  /** The key itself, for the ledger alone. */
  readonly secret?: string | undefined;
  /** When the request arrived, on the caller's clock. All times in the reply derive from it. */
  readonly now: number;
  readonly traceId: string;
  /** The source of a forced outcome, such as `Prefer` or the id of a rule. */
  injected?: string;
  /** Remarks for the journal. */
  notes?: string[];
  /** Has redacted the notes that quote the request. */
  redactor?: KeyRedactor;
  /** The effect of a magic identifier, in place of the look-up. */
  magic?: { refuse: () => Error } | { wait: Waiting };
  /** The result of work that took longer than a batch may: see `finished`. */
  worked?: { readonly result: unknown };
  /** Parameters that replace a magic identifier in the look-up. */
  substitute?: Readonly<Record<string, string>>;
  /** The words of its reply, once the key is looked up. */
  readonly words?: SpokenWords;
  /** Translates the reply's data to the words on the wire; absent if these are the neutral ones. */
  readonly toWire?: Translate | undefined;
  /** Finds the answer of a real service to this call, in place of that of its operation. */
  recorded?: () => RecordedAnswer | undefined;
  /** It ends in a failure that costs credits. */
  bill?: Bill;
  /** Headers of its forced outcome. */
  forcedHeaders?: Readonly<Record<string, string>>;
  /** How to send the reply. */
  profile?: ReplyProfile;
  /** The source of the profile, such as `Prefer` or the id of a rule. */
  profileBy?: string;
  /** How long it takes, where the sandbox imitates the latency of the service. */
  waits?: RequestWaits;
  /** A test made the reply wait. */
  isDelayed?: boolean;
  /** The last piece of the stream is on its way: whoever leaves now has left nothing out. */
  isAnswered?: boolean;
  /** The sandbox broke the reply off, because a test wanted that. */
  isCut?: boolean;
  /** Ids of the decisions that `noteDecision` noted. */
  notedDecisions?: string[];
  /** Charged for it, in thousandths of a credit. */
  charged?: Millicredits;
  /** The facts of the reply's data for the report. */
  factBits?: number;
  /** The items of the page that the reply holds. */
  items?: readonly unknown[] | undefined;
  /** The code of the error reply: `errorCode` in generation 3, `error` in generation 2. */
  errorCode?: string;
  /** The decision because of which a strict sandbox refused to answer. */
  undecided?: string;
}

/** A failure that costs credits, because a test asks for it. */
export interface Bill {
  /** The id of a rule, or `Prefer`. */
  readonly by: string;
  /** true = what the answer would cost. */
  readonly charge: true | Millicredits;
  readonly failure: Error;
}

/** The details of a request that its record shows and that decisions depend on. */
export interface RequestDetails {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly operation: OperationId | null;
  readonly call: Call | null;
  /** In the neutral words. */
  readonly given: unknown;
  /** The body as it was sent. */
  readonly body: unknown;
  /** Milliseconds of `performance.now()`; undefined if it was no HTTP. */
  readonly arrivedAt: number | undefined;
}

/** Adds a remark for the journal. */
export const note = (call: Call, text: string): void => {
  // an answer that waited is made again
  if (!call.notes?.includes(text)) call.notes = [...(call.notes ?? []), text];
};

/** The path without its query. */
export const pathOf = ({ url }: { readonly url: string }): string => url.split('?', 1)[0] ?? '';

/** The call of a request whose key is recognised. */
export function recognisedCall({ call }: { readonly call: Call | null }): RecognisedCall {
  if (!call?.caller) throw new Error('the key is not recognised yet');
  return call as RecognisedCall;
}

export type RecognisedCall = Call & {
  readonly operation: OperationId;
  readonly caller: Caller;
  readonly secret: string;
  readonly words: SpokenWords;
};
