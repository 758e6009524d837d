import { describe, expect, it } from 'vitest';
import { type LatencyDistribution, latencyAt } from '../../src/core/latency.ts';
import { type OperationLatency, readLatencies, usualLatency } from '../../src/core/latency-table.ts';
import { operations } from '../../src/core/operations.ts';

const fast = { median: '10ms', p99: 20, max: '1s' };
const none = { median: 0, p99: 0, max: 0 };
/** As a file has it. */
const written = ({ medianMs, p99Ms, maxMs }: LatencyDistribution) => ({
  median: medianMs,
  p99: p99Ms,
  max: maxMs,
});

it('what is usual depends on what an operation does', () => {
  const figures = ({ between, end, first }: OperationLatency) =>
    [first, between, end].map((part) => part && Object.values(part).join(' '));
  expect(figures(usualLatency('nls'))).toEqual(['300 1500 5000', '150 600 3000', '1200 6000 30000']);
  for (const [operations, first] of [
    [['clip/search', 'gram/content-search', 'v2/clipAdvancedSearch'], '350 1800 10000'],
    [['usage', 'v2/apiStatus'], '40 200 1000'],
    [['clip/profile', 'v2/gramBasic'], '150 900 5000'],
  ] as const)
    for (const operation of operations)
      expect([operation, figures(usualLatency(operation))]).toEqual([
        operation,
        [first, undefined, undefined],
      ]);
});

describe('a file of latencies', () => {
  it('replaces what is usual, of whole operations and of the parts of a stream', () => {
    const table = readLatencies({ 'clip/profile': fast, usage: none, nls: { between: fast } }, 'l.json');
    const read = { medianMs: 10, p99Ms: 20, maxMs: 1000 };
    expect(table.get('clip/profile')).toEqual({ first: read });
    expect(table.get('usage')).toEqual({ first: { medianMs: 0, p99Ms: 0, maxMs: 0 } });
    expect(table.get('nls')).toEqual({ ...usualLatency('nls'), between: read });
    expect(table.get('gram/profile')).toEqual(usualLatency('gram/profile'));
    const equal = { median: 60_000, p99: '60s', max: '1m' };
    expect(readLatencies({ 'clip/profile': equal }, 'l.json').get('clip/profile')).toEqual({
      first: { medianMs: 60_000, p99Ms: 60_000, maxMs: 60_000 },
    });
  });

  it('may be what is usual of every operation, written down', () => {
    const file = Object.fromEntries(
      operations.map(({ id }) => {
        const { first, between, end } = usualLatency(id);
        return [
          id,
          between && end
            ? {
                first: written(first),
                between: written(between),
                end: written(end),
              }
            : written(first),
        ];
      }),
    );
    for (const { id } of operations) {
      expect(readLatencies(file, 'l.json').get(id)).toEqual(usualLatency(id));
      expect(latencyAt(usualLatency(id).first, 0.5)).toBe(usualLatency(id).first.medianMs);
    }
  });

  it.each([
    [[], 'l.json must hold one JSON object.'],
    [
      { 'clip/profil': fast },
      'l.json: there is no operation "clip/profil"; the nearest valid one is clip/profile.',
    ],
    [{ 'clip/profile': { ...fast, median: 30 } }, 'l.json: clip/profile must have median ≤ p99 ≤ max ≤ 60s.'],
    [{ 'clip/profile': { ...fast, p99: 1_001 } }, 'l.json: clip/profile must have median ≤ p99 ≤ max ≤ 60s.'],
    [{ 'clip/profile': { ...fast, median: 1.5 } }, 'l.json: clip/profile must be {median, p99, max}'],
    [
      { 'clip/profile': { ...fast, max: 60_001 } },
      'l.json: clip/profile must have median ≤ p99 ≤ max ≤ 60s.',
    ],
    [{ 'clip/profile': 20 }, 'l.json: clip/profile must be {median, p99, max}'],
    [{ 'clip/profile': { ...fast, min: 1 } }, 'l.json: clip/profile must be {median, p99, max}'],
    [{ 'clip/profile': { median: -1, p99: 2, max: 3 } }, 'l.json: clip/profile must be {median, p99, max}'],
    [{ 'clip/profile': { first: fast } }, 'l.json: clip/profile is no stream'],
    [{ nls: { first: fast, last: fast } }, 'l.json: nls has no "last"'],
    [{ nls: { end: 'soon' } }, 'l.json: nls, end must be {median, p99, max}'],
  ])('is refused where it is wrong: %j', (content, sentence) => {
    expect(() => readLatencies(content, 'l.json')).toThrow(sentence);
  });
});
