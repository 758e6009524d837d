import type { CallSite } from '../../core/call-site.ts';
import type { OutcomeName } from './outcomes.ts';

/** Names a call so that another run has it too: what it asks for, and the how-manieth time. */
export interface CallId {
  readonly operation: string;
  /** The parameters, whatever their order and the method; cut to a digest when they are long. */
  readonly subject: string;
  /** 1, 2, 3 … among the calls of the same subject. */
  readonly occurrence: number;
}

/** A call of a run, and its reply. */
export interface ObservedCall extends CallId {
  /** Method and names of the parameters: calls of one line of a client have one shape. */
  readonly shape: string;
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
  readonly request: RequestSeen;
  /** The client's code that makes it; absent if no header names it. */
  readonly callSite?: CallSite;
}

/** A request as reports show it. Its texts are redacted. */
export interface RequestSeen {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
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

/** Without the occurrence. */
export const subjectOf = ({ operation, subject }: Pick<CallId, 'operation' | 'subject'>): string =>
  subject === '' ? operation : `${operation} ${subject}`;

/** `clip/profile uniqueId=sample.creator#2` */
export const callText = (call: CallId): string => `${subjectOf(call)}#${call.occurrence}`;
