/**
 * Every operation of both generations, by its neutral path. Prices, permissions, usage, rules and routes
 * speak of operations by these ids; whatever is not in this table is an unknown path.
 */
export interface Operation {
  /** Neutral path without the leading slash; generation 2 under `v2/`. */
  readonly id: string;
  readonly generation: 2 | 3;
  readonly methods: readonly ('GET' | 'POST')[];
  readonly platform: 'gram' | 'clip' | 'tube' | null;
  /** The name under which `GET /usage` counts it: generation 2 by path, the rest `get…`, `search…` (observed), `submit…` (assumed: operation-ids-submit). */
  readonly operationId: string;
  /** The shape of its `fields` parameter (specification 4.3); null = it takes none. */
  readonly fields: 'array' | 'object' | 'operations' | null;
}

const GET = ['GET'] as const;
const POST = ['POST'] as const;
const both = ['GET', 'POST'] as const;

export const operations = [
  row('usage', GET, null, 'getUsage'),
  row('nls', POST, null, 'getNLS'),

  row('gram/profile', both, 'gram', 'getGramProfile', 'array'),
  row('gram/contact', both, 'gram', 'getGramContact', 'array'),
  row('gram/performance', both, 'gram', 'getGramPerformance', 'array'),
  row('gram/performance-history', GET, 'gram', 'getGramPerformanceHistory'),
  row('gram/audience', both, 'gram', 'getGramAudience', 'array'),
  row('gram/content-detail', both, 'gram', 'getGramContentDetail', 'object'),
  row('gram/sponsorship', both, 'gram', 'getGramSponsorship', 'object'),
  row('gram/niches', GET, 'gram', 'getGramNiches'),
  row('gram/search', POST, 'gram', 'searchGram', 'operations'),
  row('gram/content-search', POST, 'gram', 'searchGramContent'),
  row('gram/submitCreators', POST, 'gram', 'submitGramCreators'),

  row('clip/profile', both, 'clip', 'getClipProfile', 'array'),
  row('clip/contact', both, 'clip', 'getClipContact', 'array'),
  row('clip/performance', both, 'clip', 'getClipPerformance', 'array'),
  row('clip/performance-history', GET, 'clip', 'getClipPerformanceHistory'),
  row('clip/audience', both, 'clip', 'getClipAudience', 'array'),
  row('clip/content-detail', both, 'clip', 'getClipContentDetail', 'object'),
  row('clip/niches', GET, 'clip', 'getClipNiches'),
  row('clip/search', POST, 'clip', 'searchClip', 'operations'),
  row('clip/content-search', POST, 'clip', 'searchClipContent'),
  row('clip/submitCreators', POST, 'clip', 'submitClipCreators'),

  row('tube/profile', both, 'tube', 'getTubeProfile', 'array'),
  row('tube/contact', both, 'tube', 'getTubeContact', 'array'),
  row('tube/performance', both, 'tube', 'getTubePerformance', 'array'),
  row('tube/performance-history', GET, 'tube', 'getTubePerformanceHistory'),
  row('tube/audience', both, 'tube', 'getTubeAudience', 'array'),
  row('tube/content-detail', both, 'tube', 'getTubeContentDetail', 'object'),
  row('tube/sponsorship', both, 'tube', 'getTubeSponsorship', 'object'),
  row('tube/niches', GET, 'tube', 'getTubeNiches'),
  row('tube/topics', GET, 'tube', 'getTubeTopics'),
  row('tube/subtitles/meta', GET, 'tube', 'getTubeSubtitlesMeta'),
  row('tube/subtitles/download', both, 'tube', 'getTubeSubtitlesDownload'),
  row('tube/search', POST, 'tube', 'searchTube', 'operations'),
  row('tube/content-search', POST, 'tube', 'searchTubeContent'),
  row('tube/submitCreators', POST, 'tube', 'submitTubeCreators'),

  row('sponsor/information', GET, null, 'getSponsorInformation'),
  row('sponsor/list', GET, null, 'getSponsorList'),
  row('sponsor/search', POST, null, 'getSponsorSearch'),
  row('sponsor/creators', GET, null, 'getSponsorCreators'),
  row('sponsor/performance', GET, null, 'getSponsorPerformance'),
  row('sponsor/audience', GET, null, 'getSponsorAudience'),
  row('sponsor/summary', GET, null, 'getSponsorSummary'),
  row('sponsor/submit', POST, null, 'submitSponsor'),

  row('v2/apiStatus', GET, null, 'apiStatus'),
  row('v2/gramBasic', GET, 'gram', 'gramBasic'),
  row('v2/gramHistory', GET, 'gram', 'gramHistory'),
  row('v2/gramAdvancedSearch', POST, 'gram', 'gramAdvancedSearch'),
  row('v2/clipBasic', GET, 'clip', 'clipBasic'),
  row('v2/clipHistory', GET, 'clip', 'clipHistory'),
  row('v2/clipAdvancedSearch', POST, 'clip', 'clipAdvancedSearch'),
  row('v2/tubeBasic', GET, 'tube', 'tubeBasic'),
  row('v2/tubeHistory', GET, 'tube', 'tubeHistory'),
  row('v2/tubeAdvancedSearch', POST, 'tube', 'tubeAdvancedSearch'),
  row('v2/submitCreators', POST, null, 'submitCreators'),
] as const;

export type OperationId = (typeof operations)[number]['id'];

export const operationIds: readonly OperationId[] = operations.map((operation) => operation.id);

export { publishedPlatforms } from './platforms.ts';

const byId: ReadonlyMap<string, Operation & { readonly id: OperationId }> = new Map(
  operations.map((operation) => [operation.id, operation]),
);

export const findOperation = (id: string) => byId.get(id);

/** Whether it is sold in parts too (specification 4.3): not a search, whose `fields` add records to it. */
export const isFractional = <Of extends Pick<Operation, 'fields'>>(
  operation: Of | undefined,
): operation is Of & { readonly fields: 'array' | 'object' } =>
  operation?.fields === 'array' || operation?.fields === 'object';

/** What a key may still call that has no permission for any generation 3 operation. */
export const generation2Operations: readonly OperationId[] = operations.flatMap(({ id, generation }) =>
  generation === 2 ? [id] : [],
);

function row<const Id extends string>(
  id: Id,
  methods: Operation['methods'],
  platform: Operation['platform'],
  operationId: string,
  fields: Operation['fields'] = null,
): Operation & { readonly id: Id } {
  return { id, generation: id.startsWith('v2/') ? 2 : 3, methods, platform, operationId, fields };
}
