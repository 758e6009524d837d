import type { OperationId } from '../../../src/core/operations.ts';

/** The parameters that an operation answers, and those that it refuses. */
export interface Example {
  valid: Parameters;
  /** Breaks one check of one parameter at least. */
  invalid: Parameters;
  /** Well-formed, but of nothing that there is; with the refusal that it meets. */
  unknown?: { parameters: Parameters; kind: 'notFound' | 'videoNotFound' | 'trackNotFound' }[];
}
export type Parameters = Record<string, unknown>;

const creator = (uniqueId: string) => ({ uniqueId });
const channel = (channelId: string) => ({ channelId });
const clip: Example = {
  valid: creator('sample.creator'),
  invalid: creator('a b'),
  unknown: [{ parameters: creator('no.such.creator'), kind: 'notFound' }],
};
const tube: Example = {
  valid: channel('UCsample-creator00000000'),
  invalid: channel('UC'),
  unknown: [
    { parameters: channel('UCno-such-channel0000000'), kind: 'notFound' },
    { parameters: creator('no.such.creator'), kind: 'notFound' },
  ],
};
const brand: Example = {
  valid: { brandId: 'lanternfish-tea.example' },
  invalid: { brandId: '' },
  unknown: [{ parameters: { brandId: 'no-such-brand' }, kind: 'notFound' }],
};
const list: Example = { valid: {}, invalid: { anything: '1' } };

const having = ({ valid, invalid, unknown = [] }: Example, more: Parameters): Example => ({
  valid: { ...valid, ...more },
  invalid: { ...invalid, ...more },
  unknown: unknown.map(({ parameters, kind }) => ({ parameters: { ...parameters, ...more }, kind })),
});
const search = (filterName: string): Example => ({
  valid: { filters: [{ filterName, op: '>', value: 100 }], pageSize: 2, offset: 0 },
  invalid: { filters: [], pageSize: 101, offset: -1 },
});
const creators = (name: string, id: string): Example => ({
  valid: { [name]: [id] },
  invalid: { [name]: [] },
});

const history = { pastDayRange: '7' };
const track = { vssId: 'a.zh-Hant' };
const video: Example = {
  valid: { videoId: 'shanvideo01' },
  invalid: { videoId: 'short' },
  unknown: [{ parameters: { videoId: 'nosuchvideo' }, kind: 'videoNotFound' }],
};

const examples: Partial<Record<OperationId, Example>> = {
  usage: { valid: {}, invalid: { start: 'x' } },
  nls: { valid: { description: 'cooking creators on clip in Spain' }, invalid: { description: '' } },

  ...platform('gram', clip),
  'gram/sponsorship': clip,
  'gram/search': search('totalFollowers'),
  'gram/content-search': search('likes'),
  'gram/submitCreators': creators('uniqueIds', 'nobody.knows'),

  ...platform('clip', clip),
  'clip/search': search('totalFollowers'),
  'clip/content-search': search('plays'),
  'clip/submitCreators': creators('uniqueIds', 'nobody.knows'),

  ...platform('tube', tube),
  'tube/sponsorship': tube,
  'tube/topics': list,
  'tube/subtitles/meta': video,
  'tube/subtitles/download': {
    ...having(video, track),
    unknown: [
      ...(having(video, track).unknown ?? []),
      { parameters: { ...video.valid, vssId: '.xx' }, kind: 'trackNotFound' },
    ],
  },
  'tube/search': search('totalSubscribers'),
  'tube/content-search': search('views'),
  'tube/submitCreators': creators('channelIds', 'UCnobody-knows0000000000'),

  'sponsor/information': brand,
  'sponsor/list': { valid: {}, invalid: { pageSize: '0' } },
  'sponsor/search': { valid: { filters: [], pageSize: 2, offset: 0 }, invalid: { filters: [] } },
  'sponsor/creators': having(brand, { platform: 'tube' }),
  'sponsor/performance': having(brand, { platform: 'tube' }),
  'sponsor/audience': brand,
  'sponsor/summary': brand,
  'sponsor/submit': {
    valid: { brandName: 'Marmalade Sky', brandUrl: 'https://marmalade-sky.example' },
    invalid: { brandName: '' },
  },
};

function platform<const P extends 'clip' | 'gram' | 'tube'>(name: P, example: Example) {
  const paths = ['profile', 'contact', 'performance', 'audience', 'content-detail'];
  return {
    ...Object.fromEntries(paths.map((path) => [`${name}/${path}`, example])),
    [`${name}/performance-history`]: having(example, history),
    [`${name}/niches`]: list,
  } as Partial<Record<OperationId, Example>>;
}

export const exampleOf = (id: OperationId): Example => {
  const example = examples[id];
  if (!example) throw new Error(`${id} has no example request`);
  return example;
};

/** Parameters as the query of a GET has them. */
export const queryOf = (parameters: Parameters): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  );
