import { isObject } from '../core/values.ts';
import type { Cells } from './cells.ts';
import { evidenceOf, maxEvidence } from './evidence.ts';
import type { OperationFacts } from './operation-facts.ts';
import { factBit, type Notable, notables } from './reply-facts.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** Counts the cells that replies meet. */
export interface MetCells {
  /** By cell: replies that the sandbox gave by itself, and those that a test forced. */
  readonly earned: Uint32Array;
  readonly injected: Uint32Array;
  /** By cell, the first requests that met it. */
  readonly requests: ReadonlyMap<number, readonly Evidence[]>;
  /** @param isBegun the reply is a stream without its result yet @returns the cells that the reply met */
  countReply(
    input: TallyInput,
    isRefused: boolean,
    operation: OperationFacts,
    isBegun: boolean,
  ): readonly number[];
  /** Counts the refusal with which a stream ends. @returns its cell; -1 if there is none */
  countFailure(input: TallyInput, errorCode: string, operation: OperationFacts): number;
  /** Counts the cells of the result that a stream sends after it was counted. @param input of the stream, if it is known @returns them */
  countResult(operation: OperationFacts, factMask: number, input: TallyInput | undefined): readonly number[];
  /** Counts a success that a client had before, so long ago that a cache may not repeat it. */
  countRefreshed(input: TallyInput, operation: OperationFacts): void;
  /** Notes that the next reply to a key of this account comes after a renewal. */
  noteRenewal(account: string): void;
}

/** Accounts that may wait for a call after their renewal. */
const maxRenewed = 10_000;

export function createMetCells({ list }: Cells): MetCells {
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
    countResult: (operation, factMask, input) => {
      const met = !input || input.request.injected === null ? earned : injected;
      return [
        ...known(count(operation, notables.success.code, met, input)),
        ...countFactCells(operation, factMask, false, earned, input),
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
    const { request, factMask, given, caller } = input;
    const met = request.injected === null ? earned : injected;
    if (request.errorCode !== null) return known(count(operation, request.errorCode, met, input));
    if (isRefused) return noCells;
    const isRenewed = caller !== null && renewed.delete(caller.account);
    const isLaterPage = isObject(given) && Number(given['offset']) > 0;
    return [
      ...(isBegun ? noCells : known(count(operation, notables.success.code, met, input))),
      ...countFactCells(operation, factMask, isLaterPage, met, input),
      ...(caller?.unlimited ? known(count(operation, notables.unlimitedAccount.code, met, input)) : noCells),
      ...(isRenewed ? known(count(operation, notables.afterRenewal.code, met, input)) : noCells),
    ];
  }

  function countFactCells(
    operation: OperationFacts,
    factMask: number,
    isLaterPage: boolean,
    met: Uint32Array,
    input: TallyInput | undefined,
  ): readonly number[] {
    const empty = isLaterPage ? notables.emptyPage : notables.noResults;
    const noticed: readonly (readonly [bit: number, Notable])[] = [
      [factBit.private, notables.privateAccount],
      [factBit.photo, notables.photoPost],
      [factBit.broad, notables.tooBroad],
      [factBit.last, notables.lastPage],
      [factBit.empty, empty],
    ];
    return noticed.flatMap(([bit, { code }]) =>
      factMask & bit ? known(count(operation, code, met, input)) : noCells,
    );
  }

  function count(
    { cells }: OperationFacts,
    code: string,
    met: Uint32Array,
    input: TallyInput | undefined,
  ): number {
    const cell = cells.get(code) ?? -1;
    if (cell < 0) return cell;
    met[cell] = (met[cell] as number) + 1;
    const shown = requests.get(cell) ?? [];
    if (shown.length === 0) requests.set(cell, shown);
    if (input && shown.length < maxEvidence) shown.push(evidenceOf(input));
    return cell;
  }
}

const noCells: readonly number[] = [];

const known = (cell: number): readonly number[] => (cell < 0 ? noCells : [cell]);
