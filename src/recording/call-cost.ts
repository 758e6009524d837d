import { parseReplyJson } from '../contract/event-stream.ts';
import type { ExchangeRequest } from '../contract/exchange.ts';
import { maxCostOf } from '../contract/prices.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import type { PriceBook } from '../core/prices.ts';
import { maxPageSize } from '../core/search-body.ts';
import { isObject } from '../core/values.ts';

/**
 * The most that a call may cost, in credits. A page without a readable size counts as a full one: the service may have a
 * default of its own.
 */
export function maxCostOfCall(book: PriceBook, operation: OperationId, request: ExchangeRequest): number {
  const { body } = request;
  if (findOperation(operation)?.fields !== 'operations' || !isObject(body)) return maxCostOf(book, request);
  const { pageSize } = body;
  const isReadable = typeof pageSize === 'number' && pageSize >= 1 && pageSize <= maxPageSize;
  return maxCostOf(book, isReadable ? request : { ...request, body: { ...body, pageSize: maxPageSize } });
}

/** Money that a reply reports; undefined where nothing can be read. */
export interface ReportedMoney {
  readonly used: number | undefined;
  readonly balance: number | undefined;
  readonly isRefusal: boolean;
}

/** @param text the whole body */
export function moneyIn(text: string, isStream: boolean): ReportedMoney {
  const body = parseReplyJson(isStream ? lastDataIn(text) : text);
  if (!isObject(body)) return { used: undefined, balance: undefined, isRefusal: false };
  const {
    creditsUsed,
    quotaUsed,
    creditsAvailable,
    remainingPlanCredit: plan,
    remainingPrepurchasedCredit: bought,
  } = body;
  const isRefusal = body['success'] === false;
  const ofV2 = isRefusal || plan === -1 ? undefined : (creditsIn(plan) ?? 0) + (creditsIn(bought) ?? 0);
  return {
    used: creditsIn(creditsUsed) ?? creditsIn(quotaUsed),
    balance: creditsIn(creditsAvailable) ?? (plan === undefined ? undefined : ofV2),
    isRefusal,
  };
}

const creditsIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

const lastDataIn = (text: string): string =>
  text.slice(text.lastIndexOf('\ndata: ') + '\ndata: '.length).replace(/\s+$/, '');
