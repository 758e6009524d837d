import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { openDocuments } from '../../../src/app/openapi/documents.ts';
import { sampleRequest } from '../../../src/app/openapi/samples.ts';
import { testApp } from '../../harness.ts';
import { neutralWords, publishedWords } from '../../published.ts';

const key = 'sandbox:plan=100000,fractional:leaks';
const platformWord = { neutral: /^(gram|clip|tube)$/i, published: /^(instagram|tiktok|youtube)$/i };
const inName = {
  neutral: /^(gram|clip|tube)(?=[A-Z]|$)|(Gram|Clip|(?<!You)Tube)(?=[A-Z]|$)/,
  published: /^(instagram|tiktok|youtube)(?=[A-Z]|$)|(Instagram|TikTok|Tiktok|YouTube|Youtube)(?=[A-Z]|$)/,
};
const words = { neutral: neutralWords, published: publishedWords };

/**
 * Contract 4.1 has words of both vocabularies: the error string, and the path beside the neutral one.
 */
const exempt = new Set(['TikTokIdNotFound', 'InstagramIdNotFound', 'YoutubeIdNotFound']);

/** Every key and text of a reply that contains a word of the other vocabulary, with its place. */
function leaks(node: unknown, other: 'neutral' | 'published', at = ''): string[] {
  if (typeof node === 'string') {
    const name = at.slice(at.lastIndexOf('/') + 1).replace(/^\d+$/, '');
    const isCaption = /caption|description|title|bio|name|text|hashtag/i.test(name) && name !== 'filterName';
    if (exempt.has(node)) return [];
    return words[other].includes(node) && !isCaption ? [`${at}: ${node}`] : [];
  }
  if (Array.isArray(node)) return node.flatMap((each, index) => leaks(each, other, `${at}/${index}`));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(inName[other].test(name) ? [`${at}: key ${name}`] : []),
    ...leaks(value, other, `${at}/${name}`),
  ]);
}

/** The same for sentences and lists of paths, word by word. */
const leaksInText = (text: string, other: 'neutral' | 'published'): string[] =>
  (text.match(/[A-Za-z0-9]+/g) ?? []).filter(
    (word) => !exempt.has(word) && (platformWord[other].test(word) || inName[other].test(word)),
  );

describe.each([
  ['neutral', 'published'],
  ['published', 'neutral'],
] as const)('a sandbox with the %s words', async (vocabulary, other) => {
  const { app, deps } = await testApp({ vocabulary });
  const headers = { 'api-key': key, apiid: key };
  const ask = async (request: InjectOptions) => (await app.inject({ headers, ...request })).body;

  const routes = deps.servedRoutes.map((route) => {
    const sample = sampleRequest(route, deps.words);
    const request: InjectOptions =
      route.method === 'GET'
        ? { method: 'GET', url: route.path, query: sample as Record<string, string> }
        : { method: 'POST', url: route.path, payload: sample };
    return { ...route, sample, request };
  });

  it.each(routes)(
    'leaks no word of the other vocabulary: $operation, $method $path',
    async ({ path, sample, request }) => {
      expect(leaksInText(JSON.stringify(sample), other)).toEqual([]);
      if (path !== '/v2/instagramBasic') expect(leaksInText(path, other)).toEqual([]);
      const reply = await app.inject({ ...request, headers });
      expect(reply.statusCode).toBe(200);
      for (const [json = ''] of reply.body.matchAll(/^(?:data: )?([[{].*)$/gm))
        expect(leaks(JSON.parse(json.replace(/^data: /, '')), other)).toEqual([]);
    },
  );

  it.each(routes.filter(({ parameters }) => parameters !== undefined))(
    'leaks nothing where it refuses $method $path',
    async ({ method, path }) => {
      for (const value of ['x', ['a'], null])
        for (const name of ['platform', 'sortBy', 'pageSize', 'filters', 'fields']) {
          const filters = [{ filterName: 'x', filterKey: 'x', op: '=', value }];
          const body = { platform: 'x', filters, pageSize: 1, offset: 0, [name]: value };
          const { statusCode, body: reply } = await app.inject({
            headers,
            ...(method === 'GET'
              ? { method: 'GET' as const, url: path, query: { [name]: String(value) } }
              : { method: 'POST' as const, url: path, payload: body }),
          });
          if (statusCode !== 200) expect(leaksInText(reply, other)).toEqual([]);
        }
    },
  );

  it('leaks none in the lists of endpoints', async () => {
    for (const url of ['/nothing', '/v2/nothing']) {
      const { availableEndpoints } = JSON.parse(await ask({ url })) as { availableEndpoints: string[] };
      const others = availableEndpoints.filter((each) => each !== 'GET /v2/instagramBasic');
      expect(leaksInText(others.join(' '), other)).toEqual([]);
    }
  });

  it('repeats the words of a client unchanged', async () => {
    const [path = ''] = deps.words.pathsOf('clip/profile');
    const [search = ''] = deps.words.pathsOf('clip/search');
    for (const sent of ['clip', 'tubeName', 'tiktok', 'youtubeName', 'bio.gram']) {
      const lookup = { uniqueId: 'sample.creator', fields: [sent] };
      const { message } = JSON.parse(await ask({ method: 'POST', url: path, payload: lookup }));
      expect(message).toContain(`'${sent}'`);
      const filters = [{ filterName: 'totalFollowers', op: '>', value: 1 }];
      const page = { filters, pageSize: 1, offset: 0, fields: { [sent]: [] } };
      const refused = JSON.parse(await ask({ method: 'POST', url: search, payload: page }));
      expect(refused.details[0].message).toContain(`'${sent}'`);
    }
  });

  it('does not know the other vocabulary', async () => {
    const elsewhere = { neutral: 'tiktok', published: 'clip' }[vocabulary];
    expect((await app.inject({ url: `/${elsewhere}/profile`, headers })).statusCode).toBe(404);
    expect((await app.inject({ url: `/v2/${elsewhere}Basic`, headers })).statusCode).toBe(404);
    const lookup = {
      neutral: '/v2/clipBasic?tiktokId=sample.creator',
      published: '/v2/tiktokBasic?clipId=sample.creator',
    }[vocabulary];
    expect(JSON.parse(await ask({ url: lookup }))).toMatchObject({ error: 'ValueEmpty' });
    const filterName = { neutral: 'sponsoredYoutubeCreatorId', published: 'sponsoredTubeCreatorId' }[
      vocabulary
    ];
    const body = { filters: [{ filterName, op: '=', value: 'x' }], pageSize: 1, offset: 0 };
    expect(JSON.parse(await ask({ method: 'POST', url: '/sponsor/search', payload: body }))).toMatchObject({
      errorCode: 'VALIDATION_ERROR',
      details: [{ field: 'filters[0].filterName', code: 'invalid_enum' }],
    });
    const platform = { neutral: 'youtube', published: 'tube' }[vocabulary];
    const brand = 'brandId=lanternfish-tea.example';
    expect(JSON.parse(await ask({ url: `/sponsor/creators?${brand}&platform=${platform}` }))).toMatchObject({
      errorCode: 'VALIDATION_ERROR',
      details: [{ field: 'platform', code: 'invalid_enum' }],
    });
  });

  it.each([2, 3] as const)('leaks none in the document of generation %i', async (generation) => {
    const documents = await openDocuments(deps);
    const document = withoutExamples(documents(generation, 'http://127.0.0.1:1'));
    const text = JSON.stringify(document)
      .replaceAll('/instagramBasic', '')
      .replaceAll('"instagramBasic"', '');
    expect([...new Set(leaksInText(text, other))]).toEqual([]);
  });
});

/** These are replies, which other tests check. */
function withoutExamples(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutExamples);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, part]) =>
      (name === 'examples' && !Array.isArray(part)) || name === 'example'
        ? []
        : [[name, withoutExamples(part)]],
    ),
  );
}
