import { describe, expect, it } from 'vitest';
import { type ClockSetting, createClock, parseDate, parseInstant } from '../../src/core/clock.ts';

/** A clock of the machine that the test moves. */
function machine(startAt = 1_000_000) {
  let now = startAt;
  return {
    now: () => now,
    pass: (byMs: number) => {
      now += byMs;
    },
  };
}

describe('the clock', () => {
  it.each<[ClockSetting, number, number]>([
    [{ mode: 'real' }, 1_000_000, 1_000_010],
    [{ mode: 'frozen', at: 5 }, 5, 5],
    [{ mode: 'offset', offset: -7 }, 999_993, 1_000_003],
    [{ mode: 'scaled', scale: 60 }, 1_000_000, 1_000_600],
    [{ mode: 'scaled', scale: 0.5, at: 100 }, 100, 105],
  ])('%j shows %i, and %i after 10 ms', (setting, before, after) => {
    const { now, pass } = machine();
    const clock = createClock(setting, now);

    expect(clock.now()).toBe(before);
    pass(10);
    expect(clock.now()).toBe(after);
  });

  it('advances in every mode, and a real one becomes an offset one', () => {
    const { now, pass } = machine();
    const clock = createClock({ mode: 'real' }, now);
    clock.advance(500);
    expect([clock.now(), clock.setting]).toEqual([1_000_500, { mode: 'offset', offset: 500 }]);
    clock.advance(500);
    expect(clock.setting).toEqual({ mode: 'offset', offset: 1000 });

    clock.set({ mode: 'frozen', at: 10 });
    clock.advance(5);
    expect([clock.now(), clock.frozen]).toEqual([15, true]);

    clock.set({ mode: 'scaled', scale: 2 });
    pass(10);
    expect([clock.now(), clock.scale]).toEqual([35, 2]);
    clock.advance(5);
    pass(10);
    expect(clock.now()).toBe(60);
  });

  it('continues from its present instant when it is set to run faster', () => {
    const { now, pass } = machine();
    const clock = createClock({ mode: 'scaled', scale: 10 }, now);
    pass(10);
    clock.set({ mode: 'scaled', scale: 100 });
    expect(clock.now()).toBe(1_000_100);
    pass(1);
    expect(clock.now()).toBe(1_000_200);
  });

  it('stays in the years 1 to 9999', () => {
    const { now } = machine();
    const shownAt = (at: number) => new Date(createClock({ mode: 'frozen', at }, now).now()).toISOString();
    expect([-1e15, 1e15].map(shownAt)).toEqual(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']);
  });
});

describe('a date', () => {
  it.each([
    ...['0001-01-01', '2026-01-01', '2026-12-31', '2026-04-30', '2028-02-29', '9999-12-31'].map(
      (text) => [text, text] as const,
    ),
    ...[
      '0000-12-31',
      '2026-00-10',
      '2026-13-10',
      '2026-05-00',
      '2026-04-31',
      '2026-02-29',
      '2026-1-1',
      '',
    ].map((text) => [text, undefined] as const),
  ])('%s is %s', (text, date) => {
    const at = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
    expect([parseDate(text), parseDate(`${text}T00:00:00Z`)]).toEqual([at, Number.NaN]);
  });

  it.each<readonly [string, number]>([
    ['0', 0],
    ['-1', -1],
    ['1780315200000', 1_780_315_200_000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9'.repeat(17), Number.NaN],
    ['2026-06-01T12:00:00+02:00', Date.parse('2026-06-01T10:00:00Z')],
    ['2026-02-30T12:00:00Z', Number.NaN],
    ['soon', Number.NaN],
    ...(['2026-06-01', '2026-06-01T00:00', '2026-06-01T00:00:00', '2026-06-01T00:00:00.000'] as const).map(
      (text) => [text, Date.UTC(2026, 5, 1)] as const,
    ),
    ['2026-03-08T02:30:00', Date.UTC(2026, 2, 8, 2, 30)],
    ['2026-06-01T12:00-0530', Date.UTC(2026, 5, 1, 17, 30)],
    ['2026-06-01T12:00:00.25+05', Date.UTC(2026, 5, 1, 7, 0, 0, 250)],
    ...[
      '2026-2-8',
      '2026-02',
      '2026-06-01 12:00:00',
      '2026-06-01T12',
      '2026-06-01T24:00',
      '2026-06-01T12:00:00+25:00',
      '2026-06-01Z',
      'Mon, 01 Jun 2026 12:00:00 GMT',
      '6/1/2026',
      ' 2026-06-01',
    ].map((text) => [text, Number.NaN] as const),
  ])('the instant %s is %d', (text, at) => expect(parseInstant(text)).toBe(at));
});
