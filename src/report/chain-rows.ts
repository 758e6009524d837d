import { type CallSite, furtherCallSites } from '../core/call-site.ts';
import { type Millicredits, toCredits } from '../core/credits.ts';
import { createBoundedMaps } from './bounded-maps.ts';
import { callName } from './call-name.ts';
import { siteName } from './evidence.ts';
import type { ChainSums } from './model.ts';
import { compareBy } from './order.ts';
import type { TallyInput } from './tally-input.ts';

/**
 * Sums of the receipt by test, call site, operation and chain: a call with the retries that repeat it, until it succeeds or
 * nobody tries again. Equal chains are one row. At any time every credit is in one row.
 */
export interface ChainRows {
  /** Counts a request. @param operation its number */
  count(input: TallyInput, key: ChainKey, operation: number, isRefused: boolean): void;
  /** Counts a request whose reply is a stream. @returns the chain that it begins or continues */
  countStream(input: TallyInput, key: ChainKey, operation: number, isRefused: boolean): CallChain;
  /** Adds what a stream cost. Its chain may have gone on since. */
  addCredits(chain: CallChain, credits: Millicredits): void;
  /** Adds the cost of a stream that is not known any more. */
  addUnknown(operation: number, credits: Millicredits): void;
  /** The stream that was the latest reply of a chain failed. */
  failLatest(chain: CallChain, input: TallyInput, errorCode: string): void;
  /** In an order that stays. @param operationIds by their numbers */
  all(operationIds: readonly string[]): ChainSums[];
  clear(): void;
}

/** The members that equal chains have in common. */
interface ChainKind {
  readonly test: string | null;
  readonly callSite: CallSite | null;
  /** The number of the operation. */
  readonly operation: number;
}

/** A key whose calls are told apart from those of others, unless it is shared. */
export interface ChainKey {
  readonly isShared: boolean;
  /** How often an admin call changed the key or its account. */
  readonly changes: number;
  /** Refused calls that a retry may continue, by operation and call. */
  readonly openChains: Map<string, CallChain>;
}

interface ChainRow extends ChainKind {
  readonly name: string;
  readonly replies: readonly string[];
  chains: number;
  calls: number;
  credits: Millicredits;
}

/** A call and its retries so far. */
export interface CallChain extends ChainKind {
  readonly key: ChainKey;
  /** The row that counts it; undefined before its first reply. */
  row: ChainRow | undefined;
  /** Replies in turn; equal ones after each other are one step. */
  readonly steps: { reply: string; times: number }[];
  calls: number;
  credits: Millicredits;
  repliedAt: number;
  /** `changes` of the key at the latest reply. */
  changes: number;
}

/** Further rows are one for each operation. */
const maxChainRows = 5_000;
/** Different replies of a chain that are told apart. */
const maxSteps = 8;
/** Chains that a retry may continue: of all keys together, and of a key. */
const maxOpen = 20_000;
const maxOpenEach = 1_000;
const further = 'further';

export function createChainRows(): ChainRows {
  const rows = new Map<string, ChainRow>();
  const open = createBoundedMaps<CallChain>(maxOpen, maxOpenEach);
  /** Most requests are as the one before: then no name is put together. `row` counted the latest one, of this status. */
  let latestPaid: { readonly row: ChainRow; readonly status: number } | undefined;

  return {
    count(input, key, operation, isRefused) {
      const mayContinue = isRefused || key.openChains.size > 0;
      if (mayContinue) countInChain(input, key, operation, isRefused);
      else countAlone(input, operation);
    },
    countStream: countInChain,
    addCredits(chain, credits) {
      chain.credits += credits;
      if (chain.row) chain.row.credits += credits;
    },
    addUnknown(operation, credits) {
      rowOf({ test: null, callSite: null, operation }, []).credits += credits;
    },
    failLatest(chain, input, errorCode) {
      leaveRow(chain);
      dropReply(chain);
      addReply(chain, replyOf(input.request.status, errorCode));
      enterRow(chain);
      const name = chain.key.isShared ? undefined : openName(chain.operation, input);
      if (name !== undefined) open.set(chain.key.openChains, name, chain);
    },
    all: (operationIds) =>
      [...rows.values()]
        .map(({ test, callSite, operation, replies, chains, calls, credits }) => ({
          ...(test !== null && { test }),
          ...(callSite && { callSite }),
          operation: operationIds[operation] ?? null,
          replies: [...replies],
          chains,
          calls,
          credits: toCredits(credits),
        }))
        .sort(compareBy(chainSumsName)),
    clear() {
      for (const each of [rows, open]) each.clear();
      latestPaid = undefined;
    },
  };

  /** A request that succeeds at once is a chain that ends here. */
  function countAlone({ test, request }: TallyInput, operation: number): void {
    const { status, callSite = null, credits } = request;
    let row = latestPaid?.status === status ? latestPaid.row : undefined;
    if (row?.test !== test || row.callSite !== callSite || row.operation !== operation) {
      row = rowOf({ test, callSite, operation }, [replyOf(status, null)]);
      latestPaid = { row, status };
    }
    row.chains += 1;
    row.calls += 1;
    row.credits += credits;
  }

  function countInChain(input: TallyInput, key: ChainKey, operation: number, isRefused: boolean): CallChain {
    const { request, repliedAt } = input;
    const name = key.isShared ? undefined : openName(operation, input);
    const before = name === undefined ? undefined : key.openChains.get(name);
    const chain = before && isContinued(before, input) ? before : beginChain(input, key, operation);
    leaveRow(chain);
    addReply(chain, replyOf(request.status, request.errorCode));
    chain.calls += 1;
    chain.credits += request.credits;
    chain.repliedAt = repliedAt;
    chain.changes = key.changes;
    enterRow(chain);
    if (name !== undefined) {
      if (isRefused) open.set(key.openChains, name, chain);
      else open.delete(key.openChains, name);
    }
    return chain;
  }

  function rowOf(kind: ChainKind, replies: readonly string[], isLast = false): ChainRow {
    const { test, callSite, operation } = kind;
    const name = [test ?? '', siteName('', callSite), operation, ...replies].join('\n');
    const known = rows.get(name);
    if (known) return known;
    if (rows.size >= maxChainRows && !isLast)
      return rowOf({ test: further, callSite: furtherCallSites, operation }, [further], true);
    const row = { name, test, callSite, operation, replies, chains: 0, calls: 0, credits: 0 };
    rows.set(name, row);
    return row;
  }

  function leaveRow(chain: CallChain): void {
    const { row, calls, credits } = chain;
    if (!row) return;
    row.chains -= 1;
    row.calls -= calls;
    row.credits -= credits;
    if (row.chains > 0 || row.credits !== 0) return;
    rows.delete(row.name);
    latestPaid = undefined;
  }

  function enterRow(chain: CallChain): void {
    const replies = chain.steps.map(({ reply, times }) => (times === 1 ? reply : `${reply} ×${times}`));
    const row = rowOf(chain, replies);
    row.chains += 1;
    row.calls += chain.calls;
    row.credits += chain.credits;
    chain.row = row;
  }
}

/** The name that equal rows of several reports share. */
export const chainSumsName = ({ test, callSite, operation, replies }: ChainSums): string =>
  [test ?? '', siteName('', callSite), operation ?? '~', ...replies].join('\n');

function beginChain({ test, request }: TallyInput, key: ChainKey, operation: number): CallChain {
  const callSite = request.callSite ?? null;
  return {
    ...{ test, callSite, operation, key, row: undefined, steps: [] },
    ...{ calls: 0, credits: 0, repliedAt: 0, changes: 0 },
  };
}

/** Whether a request tries again what a chain tried last: not beside it, and not after a change by a test. */
const isContinued = (
  { test, callSite, key, changes, repliedAt }: CallChain,
  { test: latestTest, request, arrivedAt }: TallyInput,
): boolean =>
  test === latestTest &&
  changes === key.changes &&
  arrivedAt >= repliedAt &&
  siteName('', callSite) === siteName('', request.callSite);

function openName(operation: number, input: TallyInput): string | undefined {
  const name = callName(input);
  return name === undefined ? undefined : `${operation} ${name}`;
}

const replyOf = (status: number, code: string | null): string =>
  code === null ? String(status) : `${status}/${code}`;

function addReply({ steps }: CallChain, reply: string): void {
  const latest = steps.at(-1);
  if (!latest || (latest.reply !== reply && steps.length < maxSteps)) {
    steps.push({ reply, times: 1 });
    return;
  }
  if (latest.reply !== reply) latest.reply = further;
  latest.times += 1;
}

function dropReply({ steps }: CallChain): void {
  const latest = steps.at(-1);
  if (latest && latest.times > 1) latest.times -= 1;
  else steps.pop();
}
