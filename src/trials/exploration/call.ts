import type { CallSite } from '../../core/call-site.ts';
import type { OutcomeName } from './outcomes.ts';

/** A call of a run, and its reply. */
export interface ObservedCall {
  /** `clip/profile uniqueId=sample.creator#2`: its subject, and the how-manieth time, so that another run has it too. */
  readonly call: string;
  /** The operation, and the parameters, whatever their order and the method; cut to a digest when they are long. */
  readonly subject: string;
  readonly operation: string;
  /** 1, 2, 3 … among the calls of the same subject. */
  readonly occurrence: number;
  readonly method: string;
  readonly path: string;
  /** Its texts are redacted. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** 1, 2, 3 … in the order in which the keys of the run appear. */
  readonly key: number;
  /** The outcome that the schedule gave it. */
  readonly outcome?: OutcomeName;
  /** 0 = no reply came. */
  readonly status: number;
  readonly code: string | null;
  readonly credits: number;
  /** The client got the whole reply of a success. */
  readonly isDelivered: boolean;
  /** The client gave up waiting for the reply. */
  readonly hasLeft?: true;
  /** An earlier page of the same search came before it. */
  readonly hasPageBefore?: true;
  /** The client's code that makes it; absent if no header names it. */
  readonly callSite?: CallSite;
}

/** A run of the command under a schedule. */
export interface ObservedRun {
  /** The exit code was 0. */
  readonly passed: boolean;
  /** It was still running when its time was over. */
  readonly timedOut: boolean;
  /** It was ended because it called more often than it may. */
  readonly isUnbounded: boolean;
  readonly calls: readonly ObservedCall[];
  /** The client rules that it broke. */
  readonly brokenRules: readonly string[];
}

/** Where a call stands in a run; -1 if it did not come. */
export const indexOf = ({ calls }: ObservedRun, call: string): number =>
  calls.findIndex((each) => each.call === call);
