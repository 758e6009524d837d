import { describe, expect, it } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { fieldFigures } from './field-figures.ts';
import { worldOf } from './worlds.ts';

const world = await worldOf(defaultWorld);
const figures = new Map(fieldFigures.map((figure) => [figure.name, figure.of(world)]));

describe('in the default world', () => {
  it.each(fieldFigures)('$name is as published', ({ name, bounds }) => {
    const values = figures.get(name) ?? [];
    expect(values).toHaveLength(bounds.length);
    for (const [part, [least, most]] of bounds.entries()) {
      expect(values[part]).toBeGreaterThanOrEqual(least);
      expect(values[part]).toBeLessThanOrEqual(most);
    }
  });

  it('the price of a thousand views is highest in finance, lowest in entertainment', () => {
    const prices = figures.get(fieldFigures.find(({ unit }) => unit === '$')?.name ?? '') ?? [];
    const [finance = 0, tech = 0, , , food = 0, gaming = 0, comedy = 0] = prices;
    expect(Math.min(finance, tech)).toBeGreaterThan(food);
    expect(food).toBeGreaterThan(Math.max(gaming, comedy));
  });
});
