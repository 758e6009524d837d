/** A kind of request whose cost is measured. */
export interface Case {
  name: string;
  title: string;
  method: 'GET' | 'POST';
  /** Asked in turn. */
  paths: readonly string[];
  /** Sent in turn. */
  bodies?: readonly object[];
  /** Requests in a round. */
  count: number;
  /** Also measured on a sandbox with a ledger on disk. */
  onDisk?: boolean;
  /** Also measured on node:http alone. */
  bareNode?: boolean;
  /** Numbers of connections; `usualConnections` when absent. */
  connections?: readonly number[];
  /** The case of the same road whose cost this one is compared with. */
  beside?: string;
}

export const usualConnections: readonly number[] = [1, 32, 256, 1000];

/** Parts of names and words of titles, from frequent to absent ones. */
const partsOfNames = ['ann', 'maria', 'lee', 'kyle', 'pets', 'art', 'chen', 'studio', 'cook', 'zzyx'];
const wordsOfTitles = [
  ...['guide', 'honest', 'travel', 'coffee', 'week', 'beginner', 'house', 'money', 'music', 'dance'],
  ...['morning', 'learn', 'kitchen', 'garden', 'simple', 'paris', 'winter', 'studio', 'camera', 'zzyx'],
];

/** Pages of searches of the same texts in other cases: more than are cached, and no two are one search. */
const pagesInAnyCase = (words: readonly string[], filterOf: (value: string) => object): object[] => {
  const bits = Array.from({ length: 2 ** 5 }, (_, bits) => bits);
  const inCase = (word: string, bits: number): string =>
    [...word].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join('');
  const texts = new Set(bits.flatMap((bits) => words.map((word) => inCase(word, bits))));
  return [0, 1, 2, 3, 4].flatMap((offset) =>
    [...texts].map((text) => ({ ...pageBy(filterOf(text)), offset })),
  );
};

/** More than are cached. */
const manyNumbers = Array.from({ length: 2_000 }, (_, n) => 100 + n);

const pageBy = (filter: object): object => ({ filters: [filter], pageSize: 20, offset: 0 });

/** The key in the header of the generation, as clients send it. */
export const headersOf = (path: string): Record<string, string> => ({
  [path.startsWith('/v2/') ? 'apiId' : 'api-key']: 'demo-unlimited',
});

/** @param ids of creators on clip */
export const casesOf = (ids: readonly string[]): Case[] => [
  {
    name: 'hot',
    title: '`/clip/profile`, one creator',
    method: 'GET',
    paths: ['/clip/profile?uniqueId=sample.creator'],
    count: 6000,
    onDisk: true,
    bareNode: true,
  },
  {
    name: 'post',
    title: '`/clip/profile` by POST',
    method: 'POST',
    paths: ['/clip/profile'],
    bodies: [{ uniqueId: 'sample.creator' }],
    count: 3000,
  },
  {
    name: 'many',
    title: '`/clip/profile`, all creators in turn',
    method: 'GET',
    paths: ids.map((id) => `/clip/profile?uniqueId=${id}`),
    count: 4000,
    onDisk: true,
  },
  {
    name: 'largeV3',
    title: '`/gram/content-detail`',
    method: 'GET',
    paths: ['/gram/content-detail?uniqueId=sample.creator'],
    count: 2000,
  },
  {
    name: 'basicV2',
    title: '`/v2/gramBasic`',
    method: 'GET',
    paths: ['/v2/gramBasic?gramId=sample.creator'],
    count: 1500,
  },
  {
    name: 'historyV2',
    title: '`/v2/clipHistory`',
    method: 'GET',
    paths: ['/v2/clipHistory?clipId=sample.creator'],
    count: 1500,
  },
  {
    name: 'search',
    title: '`/clip/search`, 20 creators',
    method: 'POST',
    paths: ['/clip/search'],
    bodies: [
      {
        filters: [{ filterName: 'totalFollowers', op: '>', value: 100 }],
        sortBy: 'totalFollowers',
        desc: true,
        pageSize: 20,
        offset: 0,
      },
    ],
    count: 1500,
  },
  {
    name: 'names',
    title: '`/clip/search`, part of a name',
    method: 'POST',
    paths: ['/clip/search'],
    bodies: partsOfNames.map((value) =>
      pageBy({ filterName: 'displayName', op: '=', value, isFuzzySearch: true }),
    ),
    count: 1500,
    beside: 'search',
  },
  {
    name: 'contents',
    title: '`/tube/content-search`, 20 videos',
    method: 'POST',
    paths: ['/tube/content-search'],
    bodies: [pageBy({ filterName: 'views', op: '>', value: 100 })],
    count: 1000,
  },
  {
    name: 'titles',
    title: '`/tube/content-search`, word in a title',
    method: 'POST',
    paths: ['/tube/content-search'],
    bodies: wordsOfTitles.map((value) => pageBy({ filterName: 'title', op: '=', value })),
    count: 1000,
    beside: 'contents',
  },
  {
    ...searchOf('clip', 'searchNew', '`/clip/search`, 20 creators, each search another'),
    bodies: manyNumbers.map((value) => pageBy({ filterName: 'totalFollowers', op: '>', value })),
  },
  {
    ...searchOf('clip', 'namesNew', '`/clip/search`, part of a name, each search another'),
    bodies: pagesInAnyCase(partsOfNames, (value) => ({
      filterName: 'displayName',
      op: '=',
      value,
      isFuzzySearch: true,
    })),
    beside: 'searchNew',
  },
  {
    ...searchOf('tube', 'contentsNew', '`/tube/content-search`, 20 videos, each search another'),
    bodies: manyNumbers.map((value) => pageBy({ filterName: 'views', op: '>', value })),
  },
  {
    ...searchOf('tube', 'titlesNew', '`/tube/content-search`, word in a title, each search another'),
    bodies: pagesInAnyCase(wordsOfTitles, (value) => ({ filterName: 'title', op: '=', value })),
    beside: 'contentsNew',
  },
  {
    name: 'track',
    title: '`/tube/subtitles/download`',
    method: 'GET',
    paths: ['/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant'],
    count: 1000,
  },
  {
    name: 'longTrack',
    title: '`/tube/subtitles/download`, the longest track',
    method: 'GET',
    paths: ['/tube/subtitles/download?videoId=longtrack01&vssId=.en'],
    count: 12,
    // more at once would be gigabytes in each round; `bench:streams` has 200 at once
    connections: [1],
  },
  {
    name: 'stream',
    title: '`/nls`, whole streams without pauses',
    method: 'POST',
    paths: ['/nls'],
    bodies: [{ description: 'food creators in Europe, biggest first' }],
    count: 1000,
  },
];

/** A case whose searches differ. */
const searchOf = (platform: 'clip' | 'tube', name: string, title: string) => ({
  name,
  title,
  method: 'POST' as const,
  paths: [platform === 'clip' ? '/clip/search' : '/tube/content-search'],
  count: 1000,
  connections: [32],
});

/** A look-up as bytes on the wire. */
export const requestFor = (path: string): Buffer =>
  requestsOf({ method: 'GET', paths: [path] })[0] ?? Buffer.alloc(0);

/** The requests of a case as bytes on the wire. */
export function requestsOf({
  method,
  paths,
  bodies = [],
}: Pick<Case, 'method' | 'paths' | 'bodies'>): Buffer[] {
  const texts = bodies.length > 0 ? bodies.map((body) => JSON.stringify(body)) : [''];
  return paths.flatMap((path) => texts.map((text) => requestOf(method, path, text)));
}

function requestOf(method: string, path: string, text: string): Buffer {
  const fields = {
    host: '127.0.0.1',
    ...headersOf(path),
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}

const maxIds = 10_000;

/** The creators of clip that a search finds first: nearly all of a small world. */
export async function clipIds(url: string): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const filters = [{ filterName: 'totalFollowers', op: '>', value: 100 }];
    const reply = await fetch(`${url}/clip/search`, {
      method: 'POST',
      headers: { ...headersOf('/clip/search'), 'content-type': 'application/json' },
      body: JSON.stringify({ filters, pageSize: 100, offset }),
    });
    const { data } = (await reply.json()) as { data: { creatorList: { uniqueId: string }[] } | null };
    const found = data?.creatorList ?? [];
    ids.push(...found.map(({ uniqueId }) => uniqueId));
    if (found.length < 100 || ids.length >= maxIds) return ids;
  }
}
