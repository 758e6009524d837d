import { dateOf } from '../core/clock.ts';
import type { OperationId, operations } from '../core/operations.ts';
import {
  datedPrices,
  type PriceBook,
  type PriceOverride,
  type PriceSetting,
  partNames,
} from '../core/prices.ts';
import type { Settings } from '../core/settings.ts';
import type { Agreement, AgreementDifference, OperationAgreement } from './agreement.ts';

/** What would make the sandbox answer as the service did. */
export interface ProposedSettings {
  /** As a settings file has them. Each takes the place of the present one, and contains it. */
  readonly settings: {
    prices?: PriceSetting;
    v2Status?: number;
    extraFields?: Record<string, Record<string, unknown>>;
    nullable?: Record<string, string[]>;
  };
  /** Differences that no setting takes away, each with the reason. */
  readonly left: readonly { operation: string; difference: AgreementDifference; reason: string }[];
}

/** The settings with which the exchanges were compared. */
export type ComparedSettings = Pick<Settings, 'prices' | 'extraFields' | 'nullable'>;

/** The setting that takes one difference away, or the reason why none does. */
type Proposal =
  | { readonly price: number | PriceOverride }
  | { readonly extraField: string; readonly value: unknown }
  | { readonly nullable: string }
  | { readonly v2Status: number }
  | { readonly reason: string };

/** @throws UsageError for present prices that are none */
export function proposeSettings(
  { operations: compared }: Agreement,
  present: ComparedSettings,
): ProposedSettings {
  const prices: FoundPrice[] = [];
  let extraFields: Record<string, Record<string, unknown>> | undefined;
  let nullable: Record<string, string[]> | undefined;
  const left: ProposedSettings['left'][number][] = [];
  const statuses = statusesOf2(compared);
  for (const agreement of compared)
    for (const difference of agreement.differences) {
      const { operation } = agreement;
      const at = Date.parse(agreement.lastComparedAt ?? '');
      const found: Proposal = Number.isNaN(at)
        ? { reason: 'the file does not say when they were compared' }
        : proposalFor(agreement, difference, { statuses, book: datedPrices(present.prices).at(at) });
      if ('reason' in found) left.push({ operation, difference, reason: found.reason });
      else if ('price' in found) prices.push({ at, operation, price: found.price });
      else if ('extraField' in found) {
        extraFields ??= structuredClone(present.extraFields) as NonNullable<typeof extraFields>;
        extraFields[operation] = { ...extraFields[operation], [found.extraField]: found.value };
      } else if ('nullable' in found) {
        nullable ??= structuredClone(present.nullable) as NonNullable<typeof nullable>;
        nullable[operation] = [...new Set([...(nullable[operation] ?? []), found.nullable])];
      }
    }
  const [v2Status] = statuses;
  return {
    settings: {
      ...(prices.length > 0 && { prices: withBooks(present.prices, prices) }),
      ...(statuses.size === 1 && { v2Status }),
      ...(extraFields && { extraFields }),
      ...(nullable && { nullable }),
    },
    left,
  };
}

interface FoundPrice {
  /** The instant of the comparison: epoch milliseconds. */
  readonly at: number;
  readonly operation: string;
  readonly price: number | PriceOverride;
}

/** The present books with the prices found: in the latest one of the day of the comparison, else in one that begins then. */
function withBooks(present: PriceSetting, found: readonly FoundPrice[]): PriceSetting {
  type Book = Record<string, unknown> & { from?: string };
  const beginningOfBook = ({ from }: Book) =>
    from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  let books = ([present].flat() as Book[]).filter((book) => Object.keys(book).length > 0);
  for (const { at, operation, price } of found) {
    const from = dateOf(at);
    const isOfDay = (book: Book) => beginningOfBook(book) >= Date.parse(from) && beginningOfBook(book) <= at;
    const latest = books.findLast(isOfDay) ?? { from };
    books = [...books.filter((book) => book !== latest), { ...latest, [operation]: price }].sort(
      (one, other) => beginningOfBook(one) - beginningOfBook(other),
    );
  }
  return books as unknown as PriceSetting;
}

const statusesOf2 = (compared: readonly OperationAgreement[]): ReadonlySet<number> =>
  new Set(
    compared.flatMap(({ differences }) =>
      differences.filter(isStatusOf2).map(({ actual }) => Number(actual)),
    ),
  );

interface ProposalContext {
  readonly statuses: ReadonlySet<number>;
  /** The prices of the day of the comparison. */
  readonly book: PriceBook;
}

function proposalFor(
  { operation, differences }: OperationAgreement,
  difference: AgreementDifference,
  { statuses, book }: ProposalContext,
): Proposal {
  const { kind, place, expected, actual } = difference;
  if (isStatusOf2(difference))
    return statuses.size === 1
      ? { v2Status: Number(actual) }
      : { reason: 'failures of generation 2 came with several statuses, and v2Status is one' };
  if (isCharge(difference)) return priceFor(operation as OperationId, difference, differences, book);
  const isExtra = kind === 'shape' && expected === 'absent';
  if (!isExtra && !(kind === 'type' && actual === 'null'))
    return {
      reason:
        kind === 'shape' && actual === 'absent' && place.startsWith('/')
          ? 'no setting leaves a field out'
          : 'no setting gives the other reading',
    };
  const pointer = pointerIn(operation, place);
  if (pointer === undefined) return { reason: 'settings change the data of a reply only' };
  if (/\/(?:\*|\d+)$/.test(pointer)) return { reason: 'its name is not kept: compare the reply by hand' };
  if (isExtra && partNames(operation as OperationId).includes(pointer.slice(1)))
    return { reason: 'the field is documented, and came unasked' };
  const setting = pointer.replaceAll(/\/\d+(?=\/)/g, '/*');
  return isExtra ? { extraField: setting, value: sampleOfType(actual) } : { nullable: setting };
}

/** The pointer into the data of a reply, or of a stream's result; undefined for another place. */
function pointerIn(operation: string, place: string): string | undefined {
  if (operation === 'tube/subtitles/download') return undefined;
  return /^(?:\/events\/(?:\*|\d+)\/data)?\/data(\/.+)$/.exec(place)?.[1];
}

/** A value of the type in words. */
function sampleOfType(type: string): unknown {
  const values: Readonly<Record<string, unknown>> = {
    'a text': 'text',
    'a number': 0,
    'a boolean': false,
    'a list': [],
    'an object': {},
  };
  return Object.hasOwn(values, type) ? values[type] : null;
}

const isStatusOf2 = ({ decision, actual }: AgreementDifference): boolean =>
  decision === 'v2-status' && /^\d{3}$/.test(actual);

const isCharge = ({ kind, place }: AgreementDifference): boolean =>
  kind === 'invariant' && /^(?:\/events\/\*\/data)?\/(?:creditsUsed|quotaUsed)$/.test(place);

type PriceRule = (typeof operations)[number]['price']['rule'];

/** The price that explains every charge of an operation that differs, or why none does. */
function priceFor(
  operation: OperationId,
  difference: AgreementDifference,
  beside: readonly AgreementDifference[],
  book: PriceBook,
): Proposal {
  const charges = beside.filter(isCharge).map(({ expected, actual }) => ({
    expected: Number(expected),
    actual: Number(actual),
  }));
  const compareByHand = (reason: string): Proposal => ({ reason: `${reason}: compare them by hand` });
  if (!Number.isFinite(Number(difference.actual))) return { reason: 'the charge is no number' };
  const view = book.toJSON()[operation];
  const rule: PriceRule | undefined = view?.rule;
  if (view?.rule === 'byCall') {
    const [first] = charges as [(typeof charges)[number]];
    if (charges.some(({ expected }) => expected !== view.credits))
      return compareByHand('calls were priced by their fields');
    if (charges.some(({ actual }) => actual !== first.actual))
      return compareByHand(`calls were charged ${charges.map(({ actual }) => actual).join(' and ')}`);
    return { price: first.actual };
  }
  if (view?.rule === 'byFilters') {
    const credits = creditsByFilters(charges, view.credits);
    return credits === undefined
      ? compareByHand('the charges do not grow with the number of filters as the price does')
      : { price: { credits } };
  }
  if (view?.rule === 'byRange') {
    const days: Record<string, number> = {};
    for (const { expected, actual } of charges) {
      const steps = Object.entries(view.days).filter(([, credits]) => credits === expected);
      const [step] = steps;
      if (!step || steps.length > 1) return compareByHand('several ranges of days cost what was expected');
      if ((days[step[0]] ?? actual) !== actual)
        return compareByHand('calls of one range of days were charged differently');
      days[step[0]] = actual;
    }
    return { price: { days } };
  }
  return compareByHand(
    rule === 'byTokens' ? 'the price depends on its tokens' : 'the operation has no price',
  );
}

/** Charges are multiples of the price; with records that creators carry they have the same amount more. */
function creditsByFilters(
  charges: readonly { expected: number; actual: number }[],
  price: number,
): number | undefined {
  const areMultiples = charges.every(({ expected }) => Number.isInteger(rounded(expected / price)));
  const multiplied = areMultiples
    ? charges.map(({ expected, actual }) => rounded((actual * price) / expected))
    : [];
  const added = charges.map(({ expected, actual }) => rounded(price + actual - expected));
  return [multiplied, added].find(
    ([first = -1, ...others]) => isAmount(first) && first >= 0 && others.every((each) => each === first),
  )?.[0];
}

const rounded = (credits: number): number => Math.round(credits * 1_000_000) / 1_000_000;

const isAmount = (credits: number): boolean => Number.isInteger(rounded(credits * 1_000));
