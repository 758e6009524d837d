import { type Platform, platforms } from './platforms.ts';

/**
 * An operation of either generation. Prices, permissions, usage, rules and routes name operations by these ids; a path
 * that is not in the table below is unknown.
 */
export interface Operation {
  /** Neutral path without the leading slash; generation 2 under `v2/`. */
  readonly id: OperationId;
  readonly generation: number;
  readonly methods: readonly ('GET' | 'POST')[];
  readonly platform: Platform | null;
  /** The name under which `GET /usage` counts it: generation 2 by path, the rest `get…`, `search…` (observed), `submit…` (assumed: operation-ids-submit). */
  readonly operationId: string;
  /**
   * The full price, unless a setting replaces it. Observed in August 2026; assumed are most of generation 2 (assumed:
   * v2-prices) and the steps inside the ranges (assumed: price-history-steps).
   */
  readonly price: ListedPrice;
  /** The shape of its `fields` parameter (contract 4.3); null = it takes none. */
  readonly fields: 'array' | 'object' | 'operations' | null;
}

/** How the price of a whole reply is found; credits. */
export type ListedPrice =
  | { rule: 'byCall'; credits: number }
  /** The price for each ten filters begun. */
  | { rule: 'byFilters'; credits: number }
  /** The first step that is at least the range asked for. */
  | { rule: 'byRange'; days: Readonly<Record<string, number>> }
  /** `base + perToken × tokens`, to 2 decimals, at most `most`. */
  | { rule: 'byTokens'; base: number; perToken: number; most: number };

const GET = ['GET'] as const;
const POST = ['POST'] as const;
const both = ['GET', 'POST'] as const;

const perFilters = { rule: 'byFilters', credits: 1 } as const;
/** Contract 4.3(4): the range alone decides. */
const perRange = { rule: 'byRange', days: { 7: 3, 30: 3.5, 90: 4, 180: 4.5, 365: 5 } } as const;
const perTokens = { rule: 'byTokens', base: 1, perToken: 0.002, most: 10 } as const;

export const operations = [
  row('usage', GET, 'getUsage', 0),
  row('nls', POST, 'getNLS', perTokens),

  row('gram/profile', both, 'getGramProfile', 2, 'array'),
  row('gram/contact', both, 'getGramContact', 15, 'array'),
  row('gram/performance', both, 'getGramPerformance', 2, 'array'),
  row('gram/performance-history', GET, 'getGramPerformanceHistory', perRange),
  row('gram/audience', both, 'getGramAudience', 10, 'array'),
  row('gram/content-detail', both, 'getGramContentDetail', 3, 'object'),
  row('gram/sponsorship', both, 'getGramSponsorship', 5, 'object'),
  row('gram/niches', GET, 'getGramNiches', 1),
  row('gram/search', POST, 'searchGram', perFilters, 'operations'),
  row('gram/content-search', POST, 'searchGramContent', 2),
  row('gram/submitCreators', POST, 'submitGramCreators', 0),

  row('clip/profile', both, 'getClipProfile', 2, 'array'),
  row('clip/contact', both, 'getClipContact', 15, 'array'),
  row('clip/performance', both, 'getClipPerformance', 1.5, 'array'),
  row('clip/performance-history', GET, 'getClipPerformanceHistory', perRange),
  row('clip/audience', both, 'getClipAudience', 10, 'array'),
  row('clip/content-detail', both, 'getClipContentDetail', 3, 'object'),
  row('clip/niches', GET, 'getClipNiches', 1),
  row('clip/search', POST, 'searchClip', perFilters, 'operations'),
  row('clip/content-search', POST, 'searchClipContent', 2),
  row('clip/submitCreators', POST, 'submitClipCreators', 0),

  row('tube/profile', both, 'getTubeProfile', 2, 'array'),
  row('tube/contact', both, 'getTubeContact', 15, 'array'),
  row('tube/performance', both, 'getTubePerformance', 2, 'array'),
  row('tube/performance-history', GET, 'getTubePerformanceHistory', perRange),
  row('tube/audience', both, 'getTubeAudience', 10, 'array'),
  row('tube/content-detail', both, 'getTubeContentDetail', 3, 'object'),
  row('tube/sponsorship', both, 'getTubeSponsorship', 5, 'object'),
  row('tube/niches', GET, 'getTubeNiches', 1),
  row('tube/topics', GET, 'getTubeTopics', 1),
  row('tube/subtitles/meta', GET, 'getTubeSubtitleMeta', 1),
  row('tube/subtitles/download', both, 'getTubeSubtitleDownload', 3),
  row('tube/search', POST, 'searchTube', perFilters, 'operations'),
  row('tube/content-search', POST, 'searchTubeContent', 50),
  row('tube/submitCreators', POST, 'submitTubeCreators', 0),

  row('sponsor/information', GET, 'getSponsorInformation', 2),
  row('sponsor/list', GET, 'getSponsorList', 1),
  row('sponsor/search', POST, 'getSponsorSearch', 2),
  row('sponsor/creators', GET, 'getSponsorCreators', 15),
  row('sponsor/performance', GET, 'getSponsorPerformance', 15),
  row('sponsor/audience', GET, 'getSponsorAudience', 15),
  row('sponsor/summary', GET, 'getSponsorSummary', 15),
  row('sponsor/submit', POST, 'submitSponsor', 1),

  row('v2/apiStatus', GET, 'apiStatus', 0),
  row('v2/gramBasic', GET, 'gramBasic', 2),
  row('v2/gramHistory', GET, 'gramHistory', 3),
  row('v2/gramAdvancedSearch', POST, 'gramAdvancedSearch', 1),
  row('v2/clipBasic', GET, 'clipBasic', 2),
  row('v2/clipHistory', GET, 'clipHistory', 3),
  row('v2/clipAdvancedSearch', POST, 'clipAdvancedSearch', 1),
  row('v2/tubeBasic', GET, 'tubeBasic', 2),
  row('v2/tubeHistory', GET, 'tubeHistory', 3),
  row('v2/tubeAdvancedSearch', POST, 'tubeAdvancedSearch', 1),
  row('v2/tubeDetail', GET, 'tubeDetail', 5),
  row('v2/contactInformation', GET, 'contactInformation', 15),
  row('v2/tubeEmail', GET, 'tubeEmail', 15),
  row('v2/topicTable', GET, 'topicTable', 1),
  row('v2/getPostById', GET, 'getPostById', 2),
  row('v2/getPostByLink', GET, 'getPostByLink', 2),
  row('v2/submitCreators', POST, 'submitCreators', 0),
] as const;

/** An operation of the contract. */
export type OperationId = (typeof operations)[number]['id'];

export const operationIds: readonly OperationId[] = operations.map((operation) => operation.id);

/** Finds operations by their ids. */
export const finderOf = (all: readonly Operation[]): ((id: string) => Operation | undefined) => {
  const byId = new Map<string, Operation>(all.map((operation) => [operation.id, operation]));
  return (id) => byId.get(id);
};

export const findOperation: (id: string) => Operation | undefined = finderOf(operations);

export const operationsOf = (generation: 2 | 3): readonly Operation[] =>
  operations.filter((operation) => operation.generation === generation);

/** Whether parts of its record are sold too (contract 4.3). A search is not fractional: its `fields` add records. */
export const isFractional = <T extends Pick<Operation, 'fields'>>(
  operation: T | undefined,
): operation is T & { readonly fields: 'array' | 'object' } =>
  operation?.fields === 'array' || operation?.fields === 'object';

/** A search of creators or of contents, in either generation. */
export const isSearch = (id: OperationId): boolean => /search$/i.test(id);

/** Whether its reply is a page of a list. */
export const isPaged = (id: OperationId): boolean =>
  isSearch(id) || /^sponsor\/(list|creators|performance)$/.test(id);

/** The operations that a key without permission for generation 3 may call. */
export const generation2Operations: readonly OperationId[] = operations.flatMap(({ id, generation }) =>
  generation === 2 ? [id] : [],
);

function row<const Id extends string>(
  id: Id,
  methods: Operation['methods'],
  operationId: string,
  price: number | ListedPrice,
  fields: Operation['fields'] = null,
): Omit<Operation, 'id'> & { readonly id: Id } {
  return {
    id,
    generation: id.startsWith('v2/') ? 2 : 3,
    methods,
    platform: platforms.find((each) => id.replace(/^v2\//, '').startsWith(each)) ?? null,
    operationId,
    price: typeof price === 'number' ? { rule: 'byCall', credits: price } : price,
    fields,
  };
}
