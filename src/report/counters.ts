import type { Millicredits } from '../core/credits.ts';
import type { Call } from './call.ts';
import { callName, callOfKey } from './call-name.ts';
import { evidenceOf } from './evidence.ts';
import { lookUpIdOf } from './identifiers.ts';
import { createMetOutcomes, type MetOutcomes } from './met-outcomes.ts';
import type { OperationFacts } from './operation-facts.ts';
import type { Outcomes } from './outcomes.ts';
import type { TallyInput } from './tally-input.ts';
import { createTallyRows, emptyTallyRow, type TallyRow, type TallyRows } from './tally-rows.ts';
import { createTestRows, type TestRows } from './test-rows.ts';

/** Exact counts of one report, however many requests come. */
export interface Counters {
  readonly all: AllRequests;
  readonly keys: TallyRows<KeyRow>;
  readonly testRows: TestRows;
  /** By number of the operation; the last one has the unknown paths. */
  readonly operations: readonly TallyRow[];
  readonly met: MetOutcomes;
  /** Counts a request. @param isBegun its reply is a stream without its result yet @returns it as the rules judge it */
  count(input: TallyInput, isBegun?: boolean): Call;
  /** Adds what was charged after a request was counted. */
  addCredits(of: CountedRequest, test: string | null, credits: Millicredits): void;
  /** Adds the credits of a call that had been paid before. */
  addPaidTwice(call: Call): void;
  /** Counts the failure of a stream after its first piece. */
  addFailure(stream: Call, errorCode: string): void;
  /** Notes that an admin call changed a key, or all. */
  noteChange(keyId?: string): void;
}

type CountedRequest = Pick<TallyInput['request'], 'keyId' | 'operation' | 'callSite'>;

export interface AllRequests extends TallyRow {
  /** Refusals and streams that a test forced. */
  injected: number;
  /** The refusals among them. */
  injectedRefusals: number;
  /** Replies that a test delayed or changed. */
  changed: number;
  /** Streams that failed after their first piece. */
  failedMidway: number;
  /** The credits that failures cost, because a test wanted that. */
  billedFailures: Millicredits;
}

/** The sums of one key. */
export interface KeyRow extends TallyRow {
  /** It stands for several clients. */
  readonly isShared: boolean;
  /** The name in the key itself. */
  label: string | null;
  looksReal: boolean;
  /** How often an admin call changed the key or its account. */
  changes: number;
}

export interface CounterOptions {
  readonly outcomes: Outcomes;
  readonly facts: ReadonlyMap<string, OperationFacts>;
  /** The facts about paths that no operation has. */
  readonly unknownPath: OperationFacts;
  /** The name in a key, and whether an unknown key could be one of the paid service. */
  readonly about: (secret: unknown) => Pick<KeyRow, 'label' | 'looksReal'>;
  /** Whether the clock stands still. */
  readonly isFrozen: () => boolean;
}

/** Rows of keys; further ones share a last row. */
const maxKeyRows = 5_000;
export const furtherKeys = 'further keys';

/** The name of the row of requests without a key. They may come from several clients. */
export const noKey = '';

export function createCounters({ outcomes, facts, unknownPath, about, isFrozen }: CounterOptions): Counters {
  const met = createMetOutcomes(outcomes);
  const all = noRequests();
  const keys = createTallyRows(maxKeyRows, furtherKeys, newKeyRow);
  const testRows = createTestRows();
  const operations = Array.from({ length: facts.size + 1 }, emptyTallyRow);
  const factsOf = (id: string | null): OperationFacts => facts.get(id ?? '') ?? unknownPath;
  const kindOf = (outcome: number | undefined) =>
    outcome === undefined ? undefined : outcomes.list[outcome]?.kind;

  function rowsOf({ keyId, operation, callSite }: CountedRequest, test: string | null): TallyRow[] {
    const { number } = factsOf(operation);
    return [
      all,
      keys.of(keyId ?? noKey),
      operations[number] as TallyRow,
      testRows.of(test, callSite ?? null, number),
    ];
  }

  function countRows({ request, test, isChanged }: TallyInput, isRefused: boolean): void {
    for (const row of rowsOf(request, test)) {
      row.calls += 1;
      row.credits += request.credits;
      if (isRefused) row.refusals += 1;
    }
    if (request.injected !== null) all.injected += 1;
    if (request.injected !== null && isRefused) all.injectedRefusals += 1;
    if (isChanged) all.changed += 1;
    if (isRefused) all.billedFailures += request.credits;
  }

  return {
    ...{ all, keys, testRows, operations, met },
    count(input, isBegun = false) {
      const { request } = input;
      const key = keys.of(request.keyId ?? noKey);
      const operation = factsOf(request.operation);
      if (key.calls === 0) Object.assign(key, about(input.secret));
      const isRefused = request.errorCode !== null || request.status >= 400;
      countRows(input, isRefused);
      const metOutcomes = met.countReply(input, isRefused, operation, isBegun);
      // A page has a hundred records; the rules need their ids only.
      input.items = operation.isPaged ? input.items?.map(lookUpIdOf) : undefined;
      const { isShared, changes } = key;
      return {
        ...{ input, isShared, operation, changes, isRefused },
        keyId: request.keyId ?? noKey,
        hasRealWaits: !isFrozen(),
        name:
          isShared || isUnread(input)
            ? undefined
            : callOfKey(request.keyId ?? noKey, operation, callName(input)),
        outcomes: metOutcomes,
        kind: kindOf(metOutcomes[0]),
        credits: request.credits,
      };
    },
    addCredits(of, test, credits) {
      for (const row of rowsOf(of, test)) row.credits += credits;
    },
    addPaidTwice({ input, credits }) {
      for (const row of rowsOf(input.request, input.test)) row.paidTwice += credits;
    },
    addFailure(stream, errorCode) {
      evidenceOf(stream.input).code = errorCode;
      all.failedMidway += 1;
      const outcome = met.countFailure(stream.input, errorCode, stream.operation);
      Object.assign(stream, { isRefused: true, outcomes: [outcome], kind: kindOf(outcome) });
    },
    noteChange(keyId) {
      const changed = keyId === undefined ? [...keys.all()].map(([, key]) => key) : [keys.find(keyId)];
      for (const key of changed) if (key) key.changes += 1;
    },
  };
}

/** A body that nobody could read tells nothing about the call. */
const isUnread = ({ body, request }: TallyInput): boolean => body === null && request.method === 'POST';

const noRequests = (): AllRequests => ({
  ...emptyTallyRow(),
  injected: 0,
  injectedRefusals: 0,
  changed: 0,
  failedMidway: 0,
  billedFailures: 0,
});

const newKeyRow = (name: string): KeyRow => ({
  ...emptyTallyRow(),
  isShared: name === furtherKeys || name === noKey,
  label: null,
  looksReal: false,
  changes: 0,
});
