import type { CallSite } from '../../../core/call-site.ts';
import type { FindingKind } from '../kinds.ts';
import type { OutcomeName } from '../outcomes.ts';
import type { SpareReason } from '../spared.ts';
import type { Again } from './again.ts';

interface CallNamed {
  /** Operation, parameters and number of the call: `clip/profile uniqueId=sample.creator#1`. */
  readonly call: string;
  readonly operation: string;
  readonly callSite?: CallSite;
}

export interface ExploredRequest extends CallNamed {
  /** Its place in the run, from 1. */
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** key 1, key 2 … in the order in which they appear. */
  readonly key: string;
  /** 0 = no reply came. */
  readonly status: number;
  readonly code?: string;
  readonly credits: number;
  /** The client got the whole reply of a success. */
  readonly delivered: boolean;
  readonly outcome?: OutcomeName;
}

export interface ExploredFinding {
  readonly kind: FindingKind;
  /** The client rule of the kind `rule`. */
  readonly rule?: string;
  readonly sentence: string;
  /** The smallest one that shows it. */
  readonly schedule: readonly (CallNamed & { readonly outcome: OutcomeName })[];
  /** Too much of them. */
  readonly credits: number;
  /** The first ten calls of that run. */
  readonly requests: readonly ExploredRequest[];
  /** The calls of that run. */
  readonly requestCount: number;
  readonly again: Again;
}

/** What `explore` found. Equal runs give equal reports. */
export interface ExplorationReport {
  /** The version of the sandbox. */
  readonly version: string;
  readonly command: string;
  readonly seed: number;
  readonly depth: number;
  /** false = the time was over; the rest is left. */
  readonly complete: boolean;
  /** Of the run without faults. */
  readonly credits: number;
  /** The calls of the run without faults. */
  readonly calls: readonly ExploredRequest[];
  readonly schedules: {
    /** Runs under faults, those of shrinking among them. */
    readonly run: number;
    /** Schedules without a run, because another one shows the same. */
    readonly spared: number;
    /** Schedules without a run, because the time was over. */
    readonly left: number;
  };
  readonly spared: readonly {
    readonly reason: SpareReason;
    /** Schedules. */
    readonly count: number;
    readonly why: string;
    /** A check showed more than was expected, so all had a run. */
    readonly withdrawn: boolean;
  }[];
  readonly findings: readonly ExploredFinding[];
}
