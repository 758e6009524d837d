import { isObject } from '../core/values.ts';
import { evidenceOf, maxEvidence } from './evidence.ts';
import type { OperationFacts } from './operation-facts.ts';
import type { Outcomes } from './outcomes.ts';
import { factBit, type Notable, notables } from './reply-facts.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** Counts the outcomes that replies meet. */
export interface MetOutcomes {
  /** By outcome: replies that the sandbox gave by itself, and those that a test forced. */
  readonly earned: Uint32Array;
  readonly injected: Uint32Array;
  /** By outcome, the first requests that met it. */
  readonly requests: ReadonlyMap<number, readonly Evidence[]>;
  /** @param isBegun the reply is a stream without its result yet @returns the outcomes that the reply met */
  countReply(
    input: TallyInput,
    isRefused: boolean,
    operation: OperationFacts,
    isBegun: boolean,
  ): readonly number[];
  /** Counts the refusal with which a stream ends. @returns its outcome; -1 if there is none */
  countFailure(input: TallyInput, errorCode: string, operation: OperationFacts): number;
  /** Counts the outcomes of the result that a stream sends after it was counted. @param input of the stream, if it is known @returns them */
  countResult(operation: OperationFacts, factBits: number, input: TallyInput | undefined): readonly number[];
  /** Counts a success that a client had before, so long ago that a cache may not repeat it. */
  countRefreshed(input: TallyInput, operation: OperationFacts): void;
  /** Notes that the next reply to a key of this account comes after a renewal. */
  noteRenewal(account: string): void;
}

/** Accounts that may wait for a call after their renewal. */
const maxRenewed = 10_000;

export function createMetOutcomes({ list }: Outcomes): MetOutcomes {
  const earned = new Uint32Array(list.length);
  const injected = new Uint32Array(list.length);
  const requests = new Map<number, Evidence[]>();
  const renewed = new Set<string>();

  return {
    earned,
    injected,
    requests,
    countReply,
    countFailure: (input, errorCode, operation) =>
      count(operation, errorCode, input.request.injected === null ? earned : injected, input),
    countResult: (operation, factBits, input) => {
      const isEarned = !input || input.request.injected === null;
      return [
        ...countCodes(operation, [notables.success.code], isEarned ? earned : injected, input),
        ...countCodes(operation, codesOf(factBits, false), earned, input),
      ];
    },
    countRefreshed: (input, operation) =>
      void count(
        operation,
        notables.refreshed.code,
        input.request.injected === null ? earned : injected,
        input,
      ),
    noteRenewal(account) {
      if (renewed.size < maxRenewed) renewed.add(account);
    },
  };

  function countReply(
    input: TallyInput,
    isRefused: boolean,
    operation: OperationFacts,
    isBegun: boolean,
  ): readonly number[] {
    const { request, factBits, given, caller } = input;
    const met = request.injected === null ? earned : injected;
    if (request.errorCode !== null) return countCodes(operation, [request.errorCode], met, input);
    if (isRefused) return noOutcomes;
    const isRenewed = caller !== null && renewed.delete(caller.account);
    const isLaterPage = isObject(given) && Number(given['offset']) > 0;
    const codes = codesOf(factBits, isLaterPage);
    if (!isBegun) codes.unshift(notables.success.code);
    if (caller?.unlimited) codes.push(notables.unlimitedAccount.code);
    if (isRenewed) codes.push(notables.afterRenewal.code);
    return countCodes(operation, codes, met, input);
  }

  /** @returns the outcomes that the operation has of these codes */
  function countCodes(
    operation: OperationFacts,
    codes: readonly string[],
    met: Uint32Array,
    input: TallyInput | undefined,
  ): readonly number[] {
    const outcomes: number[] = [];
    for (const code of codes) {
      const outcome = count(operation, code, met, input);
      if (outcome >= 0) outcomes.push(outcome);
    }
    return outcomes;
  }

  function count(
    { outcomes }: OperationFacts,
    code: string,
    met: Uint32Array,
    input: TallyInput | undefined,
  ): number {
    const outcome = outcomes.get(code) ?? -1;
    if (outcome < 0) return outcome;
    met[outcome] = (met[outcome] as number) + 1;
    const shown = requests.get(outcome) ?? [];
    if (shown.length === 0) requests.set(outcome, shown);
    if (input && shown.length < maxEvidence) shown.push(evidenceOf(input));
    return outcome;
  }
}

const noOutcomes: readonly number[] = [];

const noticed: readonly (readonly [bit: number, Notable])[] = [
  [factBit.private, notables.privateAccount],
  [factBit.photo, notables.photoPost],
  [factBit.broad, notables.tooBroad],
  [factBit.last, notables.lastPage],
];

/** The codes of the facts about a reply. @param isLaterPage a page after the first one may be empty though others are not */
function codesOf(factBits: number, isLaterPage: boolean): string[] {
  const codes: string[] = [];
  for (const [bit, { code }] of noticed) if (factBits & bit) codes.push(code);
  if (factBits & factBit.empty) codes.push((isLaterPage ? notables.emptyPage : notables.noResults).code);
  return codes;
}
