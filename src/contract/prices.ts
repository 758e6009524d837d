import { toCredits } from '../core/credits.ts';
import { parseSearchFields } from '../core/fields.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import type { PriceBook, PriceInputs } from '../core/prices.ts';
import {
  priceLookup,
  quoteLookup,
  quoteSearch,
  type SearchBlock,
  type Selection,
} from '../core/selection.ts';
import { isObject } from '../core/values.ts';
import { type ExchangeRequest, fieldsOf, givenIn, operationAt } from './exchange.ts';

/** Upper bound of the cost of a request, in credits: a spending cap must leave this much. */
export function maxCostOf(book: PriceBook, request: ExchangeRequest): number {
  const priced = pricedRequestOf(request);
  if (!priced) return 0;
  const { id, selection, blocks, about } = priced;
  if (id === 'nls') return maxPriceByTokens(book);
  if (blocks.length > 0) return toCredits(quoteSearch(book, id, blocks, { pageSize: 0, ...about }));
  return toCredits(selection === 'whole' ? book.full(id, about) : quoteLookup(book, id, selection));
}

/**
 * The cost of an answered request, in credits, which depends on the data of the reply (contract 4.3(6)).
 * @returns undefined for a price by tokens, which only the service knows
 */
export function priceOf(book: PriceBook, request: ExchangeRequest, data: unknown): number | undefined {
  const priced = pricedRequestOf(request);
  if (!priced || (priced.id === 'nls' && book.rule('nls') === 'byTokens')) return undefined;
  const { id, selection, blocks, about } = priced;
  if (id === 'sponsor/submit')
    return isObject(data) && data['status'] === 'accepted' ? toCredits(book.full(id)) : 0;
  if (selection !== 'whole') return toCredits(priceLookup(book, id, selection, isObject(data) ? data : {}));
  const creators = blocks.length > 0 && isObject(data) ? listIn(data['creatorList']) : [];
  const carried = creators
    .flatMap((creator) => blocks.map((block) => blockPrice(book, block, creator)))
    .reduce((sum, each) => sum + each, 0);
  return toCredits(book.full(id, about) + carried);
}

/** Upper bound of a price by tokens, in credits; a book may have one price for every call in its place. */
export const maxPriceByTokens = (book: PriceBook): number => {
  const { most, credits = 0 } = book.toJSON()['nls'] as { most?: number; credits?: number };
  return most ?? credits;
};

interface PricedRequest {
  id: OperationId;
  selection: Selection;
  blocks: readonly SearchBlock[];
  about: PriceInputs & { pageSize?: number };
}

/** The parts of a request that its price depends on; an invalid selection counts as the whole record. */
function pricedRequestOf(request: ExchangeRequest): PricedRequest | undefined {
  const id = operationAt(request.path);
  if (!id) return undefined;
  const given = givenIn(request);
  const about = {
    filters: listIn(given['filters']).length,
    ...(given['pastDayRange'] !== undefined && { pastDayRange: Number(given['pastDayRange']) }),
    ...(typeof given['pageSize'] === 'number' && { pageSize: given['pageSize'] }),
  };
  const searches = findOperation(id)?.fields === 'operations';
  const parsed = fieldsOf(id, request);
  const blockFields = searches ? parseSearchFields(id, given['fields']) : undefined;
  return {
    id,
    selection: !searches && 'selection' in parsed ? parsed.selection : 'whole',
    blocks: blockFields && 'blocks' in blockFields ? blockFields.blocks : [],
    about,
  };
}

/** Places of requested blocks that a creator on the page lacks (contract 4.3(5)). */
export function missingBlocks(request: ExchangeRequest, data: unknown): string[] {
  const { blocks = [] } = pricedRequestOf(request) ?? {};
  const creators = isObject(data) ? listIn(data['creatorList']) : [];
  return creators.flatMap((creator, n) =>
    blocks.flatMap(({ name }) =>
      isObject(creator) && name in creator ? [] : `/data/creatorList/${n}/${name}`,
    ),
  );
}

function blockPrice(book: PriceBook, { name, operation, selection }: SearchBlock, creator: unknown): number {
  const record = isObject(creator) ? creator[name] : undefined;
  return isObject(record) ? priceLookup(book, operation, selection, record) : 0;
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
