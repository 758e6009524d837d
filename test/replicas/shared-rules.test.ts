import { describe, expect, it } from 'vitest';
import type { Matchable } from '../../src/core/match.ts';
import { operations } from '../../src/core/operations.ts';
import { createFaults } from '../../src/faults/faults.ts';
import type { FaultRule } from '../../src/faults/rule.ts';
import { Changes } from '../../src/ledger/changes.ts';
import { SharedRows } from '../../src/ledger/ledger-rows.ts';
import { sharedRules } from '../../src/replicas/shared-rules.ts';
import { outcomes } from '../generations.ts';

const request: Matchable = {
  ...{ keyId: null, operation: 'clip/profile', method: 'GET' },
  ...{ url: '/clip/profile', body: undefined },
};
const match = { operation: 'clip/profile' };
const fail: FaultRule = { match, respond: { status: 503 } };

/** Replicas that see each other's rows at once. */
function replicas() {
  const changes = new Changes();
  const shared = new SharedRows(changes);
  const left = new Set<number>();
  const waits: number[] = [];
  const context = {
    ...{ now: () => 1e12, operations, outcomes, pathsOf: (id: string) => [`/${id}`] },
    wait: (ms: number, signal: AbortSignal) => {
      waits.push(ms);
      return new Promise<never>((_, reject) => {
        const end = () => reject(signal.reason);
        signal.addEventListener('abort', end, { once: true });
        if (signal.aborted) end();
      });
    },
  };
  const inBatch = async <T>(work: () => T): Promise<T> => {
    const result = work();
    shared.announce();
    return result;
  };
  const replica = (number: number, rows = shared) =>
    createFaults(context, (full) =>
      sharedRules(full, { shared: rows, number, hasLeft: (other) => left.has(other) }, inBatch),
    );
  return { changes, shared, left, waits, replica, local: createFaults(context) };
}

describe('the fault rules of replicas', () => {
  it('draw from one sequence, and draw again what was undone', () => {
    const { changes, replica, local } = replicas();
    const all = [replica(1), replica(2)] as const;
    for (const faults of [all[0], local]) faults.add({ ...fail, probability: 0.5, seed: 7 });
    for (let n = 0; n < 40; n++) {
      changes.begin();
      const faults = all[Math.floor(n / 3) % 2] ?? local;
      if (n % 5 === 0) {
        faults.effectOn(request);
        changes.undo();
      }
      expect([n, faults.effectOn(request)?.by]).toEqual([n, local.effectOn(request)?.by]);
      expect(all[n % 2]?.list()).toEqual(local.list());
    }
  });

  it('act in the order in which they were added, in whatever order their rows come', () => {
    const { shared, replica } = replicas();
    const [one, two] = [replica(1), replica(2)];
    for (const faults of [one, two, one, two]) faults.add(fail);
    one.remove('fault-2');
    const later = new SharedRows(new Changes());
    for (const row of shared.globalRows('').toReversed()) later.load(row);
    for (const faults of [one, two, replica(3, later)])
      expect(faults.list().map(({ id }) => id)).toEqual(['fault-1', 'fault-3', 'fault-4']);
    expect(two.add(fail).id).toBe('fault-5');
    two.clear();
    expect([one.list(), one.effectOn(request)]).toEqual([[], undefined]);
  });

  it.each<[Partial<FaultRule>, hits: number]>([
    [{ times: 2 }, 2],
    [{ sequence: ['fail', 'succeed', 'fail'] }, 3],
    [{ sequence: ['fail', 'succeed'], times: 2 }, 4],
    [{}, Number.POSITIVE_INFINITY],
  ])('let batches run side by side once none can act any more: %j', (more, hits) => {
    const { shared, replica } = replicas();
    const [one, two] = [replica(1), replica(2)];
    one.add({ ...fail, ...more });
    for (let n = 1; n <= 5; n++) {
      two.effectOn(request);
      expect([n, shared.hasCounters]).toEqual([n, n < hits]);
    }
  });
});

describe('a gate of replicas', () => {
  /** Requests that wait at a rule with a gate. */
  async function held(hold: FaultRule['hold'], ...numbers: number[]) {
    const parts = replicas();
    const all = new Map([1, 2].map((number) => [number, parts.replica(number)]));
    all.get(1)?.add({ match, hold, times: 3 } as FaultRule);
    const leaving = new AbortController();
    const passed: number[] = [];
    const enter = async (number: number) => {
      await all.get(number)?.effectOn(request)?.gate?.enter(leaving.signal);
      passed.push(number);
    };
    const running = numbers.map(enter);
    await Promise.resolve();
    const waiting = () => [...all.values()].map((faults) => faults.list()[0]?.waiting);
    return { ...parts, all, leaving, passed, enter, running, waiting };
  }

  it('holds nobody who comes when it was opened or its rule is gone', async () => {
    const { running, all, leaving, shared, waits } = await held({}, 1);
    const gates = [1, 2].map((number) => all.get(number)?.effectOn(request)?.gate);
    for (const act of ['release', 'remove'] as const) {
      all.get(1)?.[act]('fault-1');
      shared.announce();
      await Promise.all([...running, ...gates.map((gate) => gate?.enter(leaving.signal))]);
      expect([gates.length, waits]).toEqual([2, [60_000]]);
    }
    expect(shared.globalRows('').map(({ name }) => name)).toEqual(['last-fault']);
  });

  it('holds again after a removal that is undone', async () => {
    const { changes, shared, all, enter, passed, waiting } = await held({});
    changes.begin();
    all.get(1)?.remove('fault-1');
    shared.announce();
    expect(waiting()).toEqual([undefined, undefined]);
    changes.undo();
    shared.announce();
    const running = enter(2);
    await new Promise(setImmediate);
    expect([waiting(), passed]).toEqual([[1, 1], []]);
    all.get(1)?.release('fault-1');
    shared.announce();
    await running;
  });

  it('lets a request go whose client leaves', async () => {
    const { running, leaving, waiting } = await held({}, 1, 2);
    leaving.abort();
    await Promise.all(running);
    expect(waiting()).toEqual([0, 0]);
  });
});
