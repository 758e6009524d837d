import type { Millicredits } from '../core/credits.ts';
import type { OperationFacts } from './operation-facts.ts';
import type { OutcomeKind } from './outcomes.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** A request as the rules judge it: what was sent, what came, and what had come before at its key. */
export interface Call {
  readonly input: TallyInput;
  readonly keyId: string;
  /** The key stands for several clients, so its calls say nothing about each other. */
  readonly isShared: boolean;
  readonly operation: OperationFacts;
  /** How often admin calls had changed the key or its account. */
  readonly changes: number;
  /** Waits are real time; under a frozen clock no verdict may depend on them. */
  readonly hasRealWaits: boolean;
  /** The key, the operation and the parameters, by which it is the same as another; undefined where that cannot be told. */
  readonly name: string | undefined;
  /** The outcomes that its reply met. */
  outcomes: readonly number[];
  /** The kind of its refusal; undefined for an ordinary success. */
  kind: OutcomeKind | undefined;
  /** Also a stream that failed after it began. */
  isRefused: boolean;
  credits: Millicredits;
  /** The refusal that the same call had got, if this one asks again. */
  retry?: Retry;
  /** The same call when it succeeded last. */
  known?: KnownCall;
  /** The page of a search that it got. */
  page?: Page;
}

/** A page of a search. */
export interface Page {
  /** The name that all pages of one search of a key share, whatever their order and size. */
  readonly search: string;
  /** The search with its order and size. */
  readonly run: string;
  readonly offset: number;
  readonly size: number;
  readonly order: string;
}

/** A call that a refusal preceded, and the retries up to it. */
export interface Retry {
  /** The kind of the latest refusal. */
  readonly kind: OutcomeKind | undefined;
  readonly isInjected: boolean;
  /** The refusal was charged. */
  readonly isBilled: boolean;
  readonly repliedAt: number;
  /** Milliseconds before each retry on average; requests that were on their way side by side count as one. */
  readonly averageWait: number;
  /** Retries in turn of a client that sends the same at once. */
  readonly rounds: number;
  /** The first three waits and the latest three; none where the same was sent side by side. */
  readonly waits: readonly number[];
}

export interface KnownCall {
  /** On the clock of the caller. */
  readonly at: number;
  readonly test: string | null;
  readonly changes: number;
  readonly credits: Millicredits;
}

/** More about a finding. */
export interface FindingDetails {
  /** Parameters that broke the rule. */
  readonly parameters?: readonly string[];
  readonly credits?: Millicredits;
  /** Requests that it stands for; 1 when absent. */
  readonly times?: number;
}

/** Takes a request that breaks a rule. */
export type Found = (request: Call | SeenCall, details?: FindingDetails) => void;

/** A call of which only the evidence is left. */
export interface SeenCall {
  readonly evidence: Evidence;
  readonly operation: OperationFacts;
}

/** A rule for clients, or a way to pay for nothing. It judges by one of these functions. */
export interface Judgement {
  /** Judges one call. */
  readonly breaks?: (call: Call) => boolean | FindingDetails;
  /** Judges a stream once it ended. */
  readonly breaksAtEnd?: (stream: Call) => boolean;
  /** Judges the calls of each key by those before. */
  readonly watch?: (found: Found) => Watch;
}

export interface Watch {
  /** Takes the next calls of one key, in their order. */
  judge(calls: readonly Call[]): void;
  /** Names what is a finding if nothing more comes. It changes nothing. */
  undecided?(found: Found): void;
}

/** A rule of the contract that clients must follow. */
export interface ClientRule extends Judgement {
  readonly severity: 'error' | 'warning';
  /** The sentence of the contract behind it. */
  readonly sentence: string;
  /** The change to a client that breaks it. */
  readonly help: string;
}

/** A way to pay for nothing. */
export interface WasteRule extends Judgement {
  readonly sentence: string;
}
