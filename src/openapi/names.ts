import { findOperation, isFractional, type OperationId, operations } from '../core/operations.ts';
import { mostCreatorsPerDay } from '../http/submitted-creators.ts';
import { mostBrandsPerDay } from '../v3/sponsor/submit.ts';
import type { Words } from '../vocabulary/words.ts';

/** All names that the documents make up: of operations and of groups. */

export interface Route {
  method: string;
  path: string;
  operation: OperationId;
}

/** Unique in its document: the second form of an operation and its second path are told apart. */
export function operationIdOf({ method, path, operation }: Route, words: Words): string {
  const known = findOperation(operation);
  if (!known) throw new Error(`${operation} is no operation`);
  if (path !== words.pathsOf(operation)[0]) return path.slice(path.lastIndexOf('/') + 1);
  return method === 'POST' && known.methods.length > 1 ? `${known.operationId}ByPost` : known.operationId;
}

export const tags = {
  clip: 'Creators of short videos.',
  gram: 'Creators of photos and reels.',
  tube: 'Channels of long videos.',
  sponsor: 'Brands and what they sponsor.',
  account: 'The key itself.',
  everywhere: 'All platforms at once.',
} as const;

export function tagOf(id: OperationId): keyof typeof tags {
  const platform = findOperation(id)?.platform;
  if (platform) return platform;
  if (id.startsWith('sponsor/')) return 'sponsor';
  return id === 'usage' || id === 'v2/apiStatus' ? 'account' : 'everywhere';
}

const ofA = { clip: 'of a clip creator', gram: 'of a gram creator', tube: 'of a tube channel' } as const;
const all = { clip: 'clip creators', gram: 'gram creators', tube: 'tube channels' } as const;

const ofPlatform: Record<string, (platform: keyof typeof ofA) => string> = {
  profile: (platform) => `Profile ${ofA[platform]}`,
  contact: (platform) => `Contact ${ofA[platform]}`,
  performance: (platform) => `Performance ${ofA[platform]}`,
  'performance-history': (platform) => `Performance ${ofA[platform]}, day by day`,
  audience: (platform) => `Audience ${ofA[platform]}`,
  'content-detail': (platform) => `Recent contents ${ofA[platform]}`,
  sponsorship: (platform) => `Sponsors ${ofA[platform]}`,
  niches: (platform) => `Niches of ${all[platform]}`,
  topics: (platform) => `Topics of ${all[platform]}`,
  search: (platform) => `Search of ${all[platform]} by filters`,
  'content-search': (platform) => `Search of the contents of ${all[platform]} by filters`,
  submitCreators: (platform) => `Submit ${all[platform]}`,
  'subtitles/meta': () => 'Subtitle tracks of a tube video',
  'subtitles/download': () => 'Download of a subtitle track',
  Basic: (platform) => `Basic metrics ${ofA[platform]}`,
  History: (platform) => `Basic metrics and weekly history ${ofA[platform]}`,
  AdvancedSearch: (platform) => `Search of ${all[platform]} by filters, as ids`,
};

const ofNone: Record<string, string> = {
  usage: 'Balance and daily usage of the key',
  nls: 'Search of creators in plain words',
  'sponsor/information': 'What is known about a brand',
  'sponsor/list': 'All brands',
  'sponsor/search': 'Search of brands by filters',
  'sponsor/creators': 'Creators whom a brand sponsors',
  'sponsor/performance': 'How the sponsored contents of a brand did',
  'sponsor/audience': 'Who watches the creators whom a brand sponsors',
  'sponsor/summary': 'A brand in sum',
  'sponsor/submit': 'Submit a brand',
  'v2/apiStatus': 'Counters of the key',
  'v2/submitCreators': 'Submit creators',
};

export function summaryOf(id: OperationId): string {
  const platform = findOperation(id)?.platform ?? null;
  const summary =
    platform === null ? ofNone[id] : ofPlatform[id.replace(/^(v2\/)?(clip|gram|tube)\/?/, '')]?.(platform);
  if (summary === undefined) throw new Error(`${id} has no summary`);
  return summary;
}

/** What its schemas cannot say. */
export function notesOf(id: OperationId): string[] {
  const known = findOperation(id);
  const kind = id.slice(id.indexOf('/') + 1);
  const notes: Record<string, string> = {
    niches: 'Any query parameter is refused.',
    topics: 'Any query parameter is refused.',
    submitCreators: `A key submits ${mostCreatorsPerDay.toLocaleString('en-US')} ids a UTC day at most.`,
    submit: `A key submits ${mostBrandsPerDay} brands a UTC day at most. Only what is accepted is paid.`,
    nls: 'A token is four bytes of the description and of the query that it becomes. Refusals before the stream begins are ordinary JSON replies; a failure after that is a last `result` with `success` false.',
    usage: 'The range is 365 days at most. This call is free and not counted itself.',
  };
  const subject =
    known?.platform === 'tube' && (isFractional(known) || kind === 'performance-history')
      ? ['Takes exactly one of `channelId` and `uniqueId`.']
      : [];
  return [...subject, ...(notes[kind] === undefined ? [] : [notes[kind]])];
}

/** In the order of the table of operations. */
export const inOrder = (id: OperationId): number => operations.findIndex((operation) => operation.id === id);
