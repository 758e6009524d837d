import { isObject } from '../core/values.ts';
import type { Cells } from './cells.ts';
import type { OperationFacts } from './operation-facts.ts';
import { factBit, type Notable, notables } from './reply-facts.ts';
import type { TallyInput } from './tally-input.ts';

/** Counts the cells that replies meet. */
export interface MetCells {
  /** By cell: replies that the sandbox gave by itself, and those that a test forced. */
  readonly earned: Uint32Array;
  readonly injected: Uint32Array;
  /** @returns the last cell that the reply met; -1 if it met none */
  countReply(input: TallyInput, isRefused: boolean, operation: OperationFacts): number;
  /** Counts the refusal with which a stream ends. @returns its cell; -1 if there is none */
  countFailure(input: TallyInput, errorCode: string, operation: OperationFacts): number;
  /** Counts the cells of data that a stream sends after it was counted. */
  countFacts(operation: OperationFacts, factMask: number): void;
  /** Notes that the next reply to a key of this account comes after a renewal. */
  noteRenewal(account: string): void;
  clear(): void;
}

/** Accounts that may wait for a call after their renewal. */
const maxRenewed = 10_000;

export function createMetCells({ list }: Cells): MetCells {
  const earned = new Uint32Array(list.length);
  const injected = new Uint32Array(list.length);
  const renewed = new Set<string>();

  return {
    earned,
    injected,
    countReply,
    countFailure: ({ request }, errorCode, operation) =>
      count(operation, errorCode, request.injected === null ? earned : injected),
    countFacts: (operation, factMask) => void countFactCells(operation, factMask, 0, earned),
    noteRenewal(account) {
      if (renewed.size < maxRenewed) renewed.add(account);
    },
    clear() {
      earned.fill(0);
      injected.fill(0);
      renewed.clear();
    },
  };

  function countReply(
    { request, factMask, given, caller }: TallyInput,
    isRefused: boolean,
    operation: OperationFacts,
  ): number {
    const met = request.injected === null ? earned : injected;
    if (request.errorCode !== null) return count(operation, request.errorCode, met);
    if (isRefused) return -1;
    let cell = -1;
    if (factMask !== 0)
      cell = countFactCells(operation, factMask, isObject(given) ? Number(given['offset'] ?? 0) : 0, met);
    if (caller?.unlimited) cell = count(operation, notables.unlimitedAccount.code, met);
    if (caller && renewed.size > 0 && renewed.delete(caller.account))
      cell = count(operation, notables.afterRenewal.code, met);
    return cell;
  }

  function countFactCells(
    operation: OperationFacts,
    factMask: number,
    offset: number,
    met: Uint32Array,
  ): number {
    let cell = -1;
    const notice = (bit: number, { code }: Notable) => {
      if (factMask & bit) cell = Math.max(cell, count(operation, code, met));
    };
    notice(factBit.private, notables.privateAccount);
    notice(factBit.photo, notables.photoPost);
    notice(factBit.broad, notables.tooBroad);
    notice(factBit.last, notables.lastPage);
    notice(factBit.empty, offset > 0 ? notables.emptyPage : notables.noResults);
    return cell;
  }
}

function count({ cells }: OperationFacts, code: string, met: Uint32Array): number {
  const cell = cells.get(code) ?? -1;
  if (cell >= 0) met[cell] = (met[cell] ?? 0) + 1;
  return cell;
}
