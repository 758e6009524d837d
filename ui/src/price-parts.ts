import { thousandthsOf, toCredits } from '../../src/core/credits.ts';
import type { PriceView } from '../../src/core/prices.ts';
import { isObject } from '../../src/core/values.ts';

/** One line of a price: `country`, 0.1 credits. */
interface PricePart {
  name: string;
  credits: number;
}

/** Why a request cost what it did. */
export interface PriceParts {
  /** The price rule in words. */
  rule: string;
  parts: readonly PricePart[];
  /** Why the parts do not add up to the charge; empty if they do. */
  note: string;
}

/** A request as the journal shows it. */
export interface PricedRequest {
  query: Readonly<Record<string, unknown>>;
  body?: unknown;
  bodyCut: boolean;
  /** Credits charged. */
  credits: number;
}

/** The parts of what a request was charged. @param price of its operation at that time */
export function pricePartsOf(price: PriceView, request: PricedRequest): PriceParts {
  const { query, body, credits: charged } = request;
  const given: Record<string, unknown> = { ...query, ...(isObject(body) ? body : {}) };
  const fields = fieldsIn(given['fields']);
  const { parts, note = '' } = request.bodyCut
    ? { parts: [{ name: 'the call', credits: charged }], note: 'The journal has cut its body.' }
    : partsByRule(price, given, fields, charged);
  return { rule: rulesInWords[price.rule], parts, note: note || differenceOf(price, parts, charged) };
}

const rulesInWords: Readonly<Record<PriceView['rule'], string>> = {
  byCall: 'by the call',
  byFilters: 'by the call, once for each ten filters',
  byRange: 'by the days of the history',
  byTokens: 'by the tokens that were read and written',
};

function partsByRule(
  price: PriceView,
  given: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, number | undefined>,
  charged: number,
): { parts: readonly PricePart[]; note?: string } {
  switch (price.rule) {
    case 'byCall':
      return {
        parts:
          price.fields && fields.size > 0
            ? selectedParts(price.fields, fields, charged)
            : whole(price.credits),
      };
    case 'byFilters': {
      const tens = Math.max(
        1,
        Math.ceil((Array.isArray(given['filters']) ? given['filters'].length : 1) / 10),
      );
      const own = {
        name: tens === 1 ? 'up to ten filters' : `${tens} times ten filters`,
        credits: times(price.credits, tens),
      };
      const added = minus(charged, own.credits);
      if (fields.size === 0) return { parts: [own] };
      return {
        parts: [own, { name: `${[...fields.keys()].join(', ')} of the creators found`, credits: added }],
      };
    }
    case 'byRange': {
      const [days] = Object.entries(price.days).find(([, credits]) => credits === charged) ?? [];
      return {
        parts: [
          { name: days === undefined ? 'the history' : `a history of up to ${days} days`, credits: charged },
        ],
      };
    }
    case 'byTokens':
      return {
        parts: [
          { name: 'each call', credits: price.base },
          { name: `tokens, ${price.perToken} each`, credits: minus(charged, price.base) },
        ],
        ...(charged === price.most && { note: `A call costs at most ${price.most}.` }),
      };
  }
}

const whole = (credits: number): PricePart[] => [{ name: 'the whole reply', credits }];

/** The parts that `fields` selects; one sum where the price list has another name for one of them. */
function selectedParts(
  prices: Readonly<Record<string, number>>,
  fields: ReadonlyMap<string, number | undefined>,
  charged: number,
): PricePart[] {
  const names = [...fields.keys()];
  if (!names.every((name) => Object.hasOwn(prices, name)))
    return [{ name: names.join(', '), credits: charged }];
  return [...fields].map(([name, count]) => ({
    name: count === undefined ? name : `${name}, ${count} × ${prices[name]}`,
    credits: times(prices[name] ?? 0, count ?? 1),
  }));
}

/** The names in `fields`, and how many items of each are asked for; in a search the records that it adds. */
function fieldsIn(given: unknown): ReadonlyMap<string, number | undefined> {
  const fields = typeof given === 'string' && /^[[{]/.test(given) ? parsed(given) : given;
  if (isObject(fields))
    return new Map(
      Object.entries(fields).map(([name, count]) => [
        name,
        isObject(count) || Array.isArray(count) ? undefined : Number(count),
      ]),
    );
  return new Map([fields ?? []].flat().map((name) => [String(name), undefined]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function differenceOf(price: PriceView, parts: readonly PricePart[], charged: number): string {
  const sum = parts.reduce((total, { credits }) => total + thousandthsOf(credits), 0);
  if (sum === thousandthsOf(charged)) return '';
  if (price.rule === 'byCall' && charged === price.credits)
    return `Parts cost at most the whole, ${price.credits}.`;
  return sum > thousandthsOf(charged)
    ? 'Fields and items that the record does not have cost nothing.'
    : 'More was charged than these parts cost.';
}

const times = (credits: number, count: number): number => toCredits(thousandthsOf(credits) * count);
const minus = (credits: number, less: number): number =>
  toCredits(thousandthsOf(credits) - thousandthsOf(less));
