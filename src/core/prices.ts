import { type Millicredits, thousandthsOf, toHundredths, toMillicredits } from './credits.ts';
import { UsageError } from './errors.ts';
import { nearestHint } from './nearest.ts';
import { nearestOperation } from './nearest-operation.ts';
import {
  operations as contract,
  finderOf,
  type ListedPrice,
  type Operation,
  type OperationId,
} from './operations.ts';
import { partPrices } from './price-list.ts';
import { isObject } from './values.ts';

/** Every price of both generations. */
export interface PriceBook {
  /** The price of a whole reply, or of one page, in thousandths. */
  full(operation: OperationId, inputs?: PriceInputs): Millicredits;
  /** The price of one field, or of one item of a counted array; undefined when it cannot be selected. */
  part(operation: OperationId, name: string): Millicredits | undefined;
  /** How the full price is computed; stored in the ledger's entries. */
  rule(operation: OperationId): ListedPrice['rule'];
  /** The whole book in credits, by operation. */
  toJSON(): Record<string, PriceView>;
}

/** What some price rules need to know about a call. */
export interface PriceInputs {
  filters?: number;
  pastDayRange?: number;
  tokens?: number;
}

/** `fields`: the price of each part that a fractional call may select. */
export type PriceView = ListedPrice & { fields?: Readonly<Record<string, number>> };

/**
 * New figures by operation, in credits. A number is the price of every call; an object replaces single
 * figures: `credits`, `days` (by range), `base`, `perToken`, `most`, `fields` (by part).
 */
export type PriceOverrides = Readonly<Record<string, number | PriceOverride>>;

export interface PriceOverride {
  credits?: number;
  days?: Readonly<Record<string, number>>;
  base?: number;
  perToken?: number;
  most?: number;
  fields?: Readonly<Record<string, number>>;
}

/** @throws UsageError naming the operation, part or figure that is unknown, negative, too large or too fine */
export function priceBook(
  overrides: PriceOverrides = {},
  operations: readonly Operation[] = contract,
): PriceBook {
  const views = replacedViews(overrides, operations);
  const prices = new Map([...views].map(([id, view]) => [id, compiledPrice(view)]));
  const priceOf = (operation: OperationId) => {
    const price = prices.get(operation);
    if (!price) throw new Error(`${operation} has no price`);
    return price;
  };
  return {
    full: (operation, inputs = {}) => priceOf(operation).full(inputs),
    part: (operation, name) => priceOf(operation).parts.get(name),
    rule: (operation) => priceOf(operation).rule,
    toJSON: () => Object.fromEntries(views),
  };
}

function replacedViews(
  overrides: PriceOverrides,
  operations: readonly Operation[],
): ReadonlyMap<OperationId, PriceView> {
  const views = new Map(operations.map((operation) => [operation.id, listedPrice(operation)]));
  const find = finderOf(operations);
  for (const [name, override] of Object.entries(overrides)) {
    const operation = find(name);
    if (!operation)
      throw new UsageError(
        `prices: '${name}' is not an operation; the nearest valid one is ${nearestOperation(name, operations)}.`,
      );
    views.set(operation.id, replacedPrice(operation.id, listedPrice(operation), override));
  }
  return views;
}

/** The names that a fractional call of an operation may select, in the order of its record. */
export const partNames = (operation: OperationId): readonly string[] =>
  Object.keys(partPrices[operation] ?? {});

function listedPrice({ id, price }: Operation): PriceView {
  const fields = partPrices[id];
  return { ...price, ...(fields && { fields }) };
}

function replacedPrice(operation: OperationId, listed: PriceView, override: unknown): PriceView {
  const where = `prices: '${operation}'`;
  const { fields } = listed;
  if (typeof override === 'number')
    return { rule: 'byCall', credits: checkedFigure(where, override), ...(fields && { fields }) };
  const { rule: _, ...known }: Record<string, unknown> = listed;
  const changes = Object.entries(objectOf(where, override)).map(([name, value]) => {
    const old = Object.hasOwn(known, name) ? known[name] : undefined;
    if (old === undefined)
      throw new UsageError(`${where} has no '${name}'${nearestHint(name, Object.keys(known))}.`);
    if (typeof old === 'number') return [name, checkedFigure(`${where} ${name}`, value)] as const;
    return [name, replacedFigures(`${where} ${name}`, old as Record<string, number>, value)] as const;
  });
  return { ...listed, ...Object.fromEntries(changes) };
}

function replacedFigures(where: string, old: Record<string, number>, override: unknown) {
  const changes = Object.entries(objectOf(where, override)).map(([name, value]) => {
    if (!Object.hasOwn(old, name))
      throw new UsageError(`${where} has no '${name}'${nearestHint(name, Object.keys(old))}.`);
    return [name, checkedFigure(`${where} ${name}`, value)] as const;
  });
  return { ...old, ...Object.fromEntries(changes) };
}

function checkedFigure(where: string, value: unknown): number {
  if (typeof value === 'number' && toMillicredits(value) !== undefined) return value;
  throw new UsageError(
    `${where} must be a number of credits from 0 to 10^12 with at most 3 decimals, not ${JSON.stringify(value)}.`,
  );
}

function objectOf(where: string, value: unknown): object {
  if (isObject(value)) return value;
  throw new UsageError(
    `${where} must be a number of credits or an object of them, not ${JSON.stringify(value)}.`,
  );
}

interface CompiledPrice {
  rule: ListedPrice['rule'];
  full(inputs: PriceInputs): Millicredits;
  parts: ReadonlyMap<string, Millicredits>;
}

function compiledPrice({ fields = {}, ...price }: PriceView): CompiledPrice {
  const parts = new Map(Object.entries(fields).map(([name, credits]) => [name, thousandthsOf(credits)]));
  return { rule: price.rule, full: priceFormula(price), parts };
}

function priceFormula(price: ListedPrice): (inputs: PriceInputs) => Millicredits {
  switch (price.rule) {
    case 'byCall': {
      const credits = thousandthsOf(price.credits);
      return () => credits;
    }
    case 'byFilters': {
      const credits = thousandthsOf(price.credits);
      return ({ filters = 1 }) => credits * Math.max(1, Math.ceil(filters / 10));
    }
    case 'byRange': {
      const steps = Object.entries(price.days).map(
        ([days, credits]) => [Number(days), thousandthsOf(credits)] as const,
      );
      const last = steps.at(-1) as (typeof steps)[number];
      return ({ pastDayRange = 0 }) => (steps.find(([days]) => pastDayRange <= days) ?? last)[1];
    }
    case 'byTokens': {
      const [base, perToken, most] = [
        thousandthsOf(price.base),
        thousandthsOf(price.perToken),
        thousandthsOf(price.most),
      ];
      return ({ tokens = 0 }) => Math.min(most, toHundredths(base + perToken * tokens));
    }
  }
}
