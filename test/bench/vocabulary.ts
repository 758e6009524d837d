import autocannon from 'autocannon';
import { headersOf } from './cases.ts';
import { main, spread, startServer, stopServer } from './servers.ts';

/**
 * Measures the cost of the published words: two sandboxes that differ in their vocabulary alone are loaded in
 * turn, request for request, and the ratio of a pair is what counts.
 */
const rounds = 5;
const load = { connections: 16, duration: 3 };
const json = { 'content-type': 'application/json' };

interface Question {
  title: string;
  paths: Record<Vocabulary, string>;
  body?: object;
}
type Vocabulary = (typeof vocabularies)[number];
const vocabularies = ['neutral', 'published'] as const;

const contents = {
  filters: [{ filterName: 'likes', op: '>', value: 10 }],
  pageSize: 100,
  offset: 0,
};
const creators = {
  filters: [{ filterName: 'totalFollowers', op: '>', value: 10 }],
  pageSize: 20,
  offset: 0,
  fields: { 'content-detail': {} },
};

const questions: Question[] = [
  {
    title: 'profile, no word to rename',
    paths: {
      neutral: '/clip/profile?uniqueId=sample.creator',
      published: '/tiktok/profile?uniqueId=sample.creator',
    },
  },
  {
    title: 'basic record of gram, a few',
    paths: {
      neutral: '/v2/gramBasic?gramId=sample.creator',
      published: '/v2/instagramBasic?instagramId=sample.creator',
    },
  },
  {
    title: 'history of gram, large',
    paths: {
      neutral: '/v2/gramHistory?gramId=sample.creator',
      published: '/v2/instagramHistory?instagramId=sample.creator',
    },
  },
  {
    title: 'content-detail of gram, one in each item',
    paths: {
      neutral: '/gram/content-detail?uniqueId=sample.creator',
      published: '/instagram/content-detail?uniqueId=sample.creator',
    },
  },
  {
    title: 'search of 20 with content-detail each',
    paths: { neutral: '/gram/search', published: '/instagram/search' },
    body: creators,
  },
  {
    title: 'page of 100 contents',
    paths: { neutral: '/gram/content-search', published: '/instagram/content-search' },
    body: contents,
  },
];

const servers = await Promise.all(
  vocabularies.map((vocabulary) =>
    startServer([main, 'start', '--port', '0', '--log-level', 'silent', '--vocabulary', vocabulary]),
  ),
);
for (const { title, paths, body } of questions) {
  const ratios: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    const rates: number[] = [];
    // the one that comes first in a round comes last in the next
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const path = paths[vocabularies[index] ?? 'neutral'];
      const url = `${servers[index]?.line['url']}${path}`;
      const headers = headersOf(path);
      const request = body
        ? { method: 'POST' as const, headers: { ...headers, ...json }, body: JSON.stringify(body) }
        : { headers };
      bytes = (await (await fetch(url, request)).text()).length;
      const result = await autocannon({ url, ...request, ...load });
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
      rates[index] = result.requests.average;
    }
    ratios.push((rates[1] ?? 0) / (rates[0] ?? 1));
  }
  console.log(
    `${title.padEnd(42)} ${String(bytes).padStart(7)} bytes   published / neutral ${spread(ratios, 2)}`,
  );
}
for (const { child } of servers) await stopServer(child);
