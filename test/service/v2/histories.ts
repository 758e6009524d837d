import { expect, it } from 'vitest';
import { noon } from '../../harness.ts';

const dayMs = 86_400_000;

type History = Record<string, number>;

/** Weekly, newest first, the newest of today, 00:00 UTC, and equal to the basic record. */
export function describeWeeks(
  path: string,
  of: (id: string) => Promise<{ histories: { timestamp: number }[] }>,
  basic: string,
  sample: string,
): void {
  it(`${path} goes back week by week from today, which equals the basic record`, async () => {
    const data = await of(sample);
    const histories = data.histories as unknown as History[];
    const record = (data as unknown as Record<string, History>)[basic];

    expect(histories.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 53 }, (_, index) => noon - dayMs / 2 - index * 7 * dayMs),
    );
    const { timestamp: _, ...today } = histories[0] ?? {};
    expect(record).toMatchObject(today);
    expect(Object.keys(today).length).toBeGreaterThan(4);
  });
}
