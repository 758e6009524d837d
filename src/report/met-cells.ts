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
  countReply(seen: TallyInput, isRefused: boolean, of: OperationFacts): number;
  /** The facts of data that a stream sends after it was counted. */
  countFacts(of: OperationFacts, facts: number): void;
  /** The next reply to a key of this account comes after a renewal. */
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
    countReply: meet,
    countFacts: (of, facts) => void meetFacts(of, facts, 0, earned),
    noteRenewal(account) {
      if (renewed.size < maxRenewed) renewed.add(account);
    },
    clear() {
      earned.fill(0);
      injected.fill(0);
      renewed.clear();
    },
  };

  function meet(
    { request: entered, factMask: facts, given, caller }: TallyInput,
    isRefused: boolean,
    of: OperationFacts,
  ): number {
    const met = entered.injected === null ? earned : injected;
    if (entered.errorCode !== null) return count(of, entered.errorCode, met);
    if (isRefused) return -1;
    let cell = -1;
    if (facts !== 0) cell = meetFacts(of, facts, isObject(given) ? Number(given['offset'] ?? 0) : 0, met);
    if (caller?.unlimited) cell = count(of, notables.unlimitedAccount.code, met);
    if (caller && renewed.size > 0 && renewed.delete(caller.account))
      cell = count(of, notables.afterRenewal.code, met);
    return cell;
  }

  function meetFacts(of: OperationFacts, facts: number, offset: number, met: Uint32Array): number {
    let cell = -1;
    const notice = (bit: number, { code }: Notable) => {
      if (facts & bit) cell = Math.max(cell, count(of, code, met));
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
