import { expect, test } from 'vitest';
import type { JournalEntry } from '../../src/journal/entry.ts';
import { createRemoteRequests } from '../../src/replicas/remote-requests.ts';

const request = (id: number) => ({ id, keyId: `k${id % 20}` }) as JournalEntry;
const idsFrom = (first: number, count: number, step: number) =>
  Array.from({ length: count }, (_, n) => first + n * step);

test('a full store takes a page of two replicas in the time of a few sorts, and keeps the latest', () => {
  const maxRequests = 20_000;
  const remote = createRemoteRequests(maxRequests);
  remote.put(idsFrom(0, maxRequests, 1).map(request));
  const shuffled = idsFrom(0, maxRequests, 7).map((id) => [id % 19_997, request(id)] as const);
  // The quickest of each counts: the first compiles code.
  const ratios = [0, 1, 2].map((n) => {
    const first = maxRequests + n * 2_000;
    // Each replica writes in the order of its requests, so the second half lies between those of the first.
    const page = [...idsFrom(first, 1_000, 2), ...idsFrom(first + 1, 1_000, 2)];
    const sort = cpuTimeOf(() => new Map(shuffled.toSorted(([one], [other]) => one - other)));
    const put = cpuTimeOf(() => expect(remote.put(page.map(request)).map(({ id }) => id)).toEqual(page));
    return put / sort;
  });
  expect(Math.min(...ratios)).toBeLessThan(10);
  expect(Array.from(remote.all(), ({ id }) => id)).toEqual(idsFrom(6_000, maxRequests, 1));
});

function cpuTimeOf(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return user + system;
}

test('a request that comes again is replaced and is not new', () => {
  const remote = createRemoteRequests(10);
  remote.put([request(1), request(2)]);
  const again = { ...request(1), credits: 3 };
  expect(remote.put([again, request(3)])).toEqual([request(3)]);
  expect([...remote.all()]).toEqual([again, request(2), request(3)]);
});
