import { expect, test } from 'vitest';
import type { JournalEntry } from '../../src/journal/entry.ts';
import { createRemoteRequests } from '../../src/replicas/remote-requests.ts';

const request = (id: number) => ({ id, keyId: `k${id % 20}` }) as JournalEntry;
const idsFrom = (first: number, count: number, step: number) =>
  Array.from({ length: count }, (_, n) => first + n * step);

test('a full store takes a page of two replicas within a slice of the event loop, and keeps the latest', () => {
  const most = 20_000;
  const foreign = createRemoteRequests(most);
  foreign.put(idsFrom(0, most, 1).map(request));
  // The quickest counts: the first compiles code.
  const took = [0, 1, 2].map((n) => {
    const first = most + n * 2_000;
    // Each replica writes in the order of its own requests, so the second half lies between those of the first.
    const page = [...idsFrom(first, 1_000, 2), ...idsFrom(first + 1, 1_000, 2)];
    const began = process.threadCpuUsage();
    const found = foreign.put(page.map(request));
    const { user, system } = process.threadCpuUsage(began);
    expect(found.map(({ id }) => id)).toEqual(page);
    return (user + system) / 1000;
  });
  expect(Math.min(...took)).toBeLessThan(50);
  expect(Array.from(foreign.all(), ({ id }) => id)).toEqual(idsFrom(6_000, most, 1));
});

test('a request that comes again is replaced and is not new', () => {
  const foreign = createRemoteRequests(10);
  foreign.put([request(1), request(2)]);
  const again = { ...request(1), credits: 3 };
  expect(foreign.put([again, request(3)])).toEqual([request(3)]);
  expect([...foreign.all()]).toEqual([again, request(2), request(3)]);
});
