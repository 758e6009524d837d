import { toCredits } from '../core/credits.ts';
import { parseSearchFields } from '../core/fields.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import type { Asked, PriceBook } from '../core/prices.ts';
import { type Block, price, quote, quoteSearch, type Selection } from '../core/selection.ts';
import { isObject } from '../core/values.ts';
import { type ExchangeRequest, fieldsOf, givenIn, operationAt } from './exchange.ts';

/** The most that a request can cost, in credits, answered or refused: what a spending cap has to leave. */
export function mayCost(book: PriceBook, request: ExchangeRequest): number {
  const asked = askedOf(request);
  if (!asked) return 0;
  const { id, selection, blocks, about } = asked;
  if (id === 'nls') return mostOf(book);
  if (blocks.length > 0) return toCredits(quoteSearch(book, id, blocks, { pageSize: 0, ...about }));
  return toCredits(selection === 'whole' ? book.full(id, about) : quote(book, id, selection));
}

/**
 * What an answered request costs, in credits, by its own data (specification 4.3(6)).
 * @returns undefined where only the service can know: the price by tokens
 */
export function priceOf(book: PriceBook, request: ExchangeRequest, data: unknown): number | undefined {
  const asked = askedOf(request);
  if (!asked || asked.id === 'nls') return undefined;
  const { id, selection, blocks, about } = asked;
  if (id === 'sponsor/submit')
    return isObject(data) && data['status'] === 'accepted' ? toCredits(book.full(id)) : 0;
  if (selection !== 'whole') return toCredits(price(book, id, selection, isObject(data) ? data : {}));
  const creators = blocks.length > 0 && isObject(data) ? listIn(data['creatorList']) : [];
  const carried = creators
    .flatMap((creator) => blocks.map((block) => costOf(book, block, creator)))
    .reduce((sum, each) => sum + each, 0);
  return toCredits(book.full(id, about) + carried);
}

/** The bounds of a price by tokens. */
export const mostOf = (book: PriceBook): number => {
  const { most = 0 } = book.toJSON()['nls'] as { most?: number };
  return most;
};

interface AskedFor {
  id: OperationId;
  selection: Selection;
  blocks: readonly Block[];
  about: Asked & { pageSize?: number };
}

/** What a request asks for, as far as prices depend on it; what is not valid counts as whole. */
function askedOf(request: ExchangeRequest): AskedFor | undefined {
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
  const wanted = searches ? parseSearchFields(id, given['fields']) : undefined;
  return {
    id,
    selection: !searches && 'selection' in parsed ? parsed.selection : 'whole',
    blocks: wanted && 'blocks' in wanted ? wanted.blocks : [],
    about,
  };
}

/** Blocks that were asked for and that a creator on the page does not carry (specification 4.3(5)). */
export function missingBlocks(request: ExchangeRequest, data: unknown): string[] {
  const { blocks = [] } = askedOf(request) ?? {};
  const creators = isObject(data) ? listIn(data['creatorList']) : [];
  return creators.flatMap((creator, n) =>
    blocks.flatMap(({ name }) =>
      isObject(creator) && name in creator ? [] : `/data/creatorList/${n}/${name}`,
    ),
  );
}

function costOf(book: PriceBook, { name, operation, selection }: Block, creator: unknown): number {
  const record = isObject(creator) ? creator[name] : undefined;
  return isObject(record) ? price(book, operation, selection, record) : 0;
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
