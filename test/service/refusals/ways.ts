import type { RefusalRow } from '../../../src/core/errors.ts';
import type { Operation, OperationId } from '../../../src/core/operations.ts';
import type { ServedRoute } from '../../../src/service/http/served.ts';
import { type RefusalKind2, refusalsWith } from '../../../src/service/v2/refusals.ts';
import { type RefusalKind3, refusals as refusals3 } from '../../../src/service/v3/refusals.ts';
import { exampleOf } from '../v3/requests.ts';

/** The way to each refusal: `docs/refusals.md` lists them, and its test goes every one of them. */

/** A request that is refused. What is absent is as in a request that is answered. */
export interface Provocation {
  /** null = no key; the label `any` stands for a new one each time. */
  key?: string | null;
  /** The key may use these operations only. */
  allow?: OperationId[];
  parameters?: unknown;
  /** How often it is sent; the last one is refused. */
  times?: number;
  /** The settings of the sandbox withdraw the operation. */
  withdrawn?: true;
}

export interface Way {
  /** For people. */
  how: string;
  /** The means: another key, another request, a setting; or nothing earns it. */
  by: 'key' | 'request' | 'setting' | 'forced';
  /** undefined = the operation is refused so only when it is forced. */
  provoke: (operation: Operation) => Provocation | undefined;
}

/** The refusals of a generation in their order, each with its way. */
export interface Refusable {
  number: 2 | 3;
  header: 'api-key' | 'apiid';
  refusals: readonly (Way & { kind: string; row: RefusalRow & { message?: string } })[];
  /** Parameters of a request that is answered. */
  valid: (operation: Operation) => object;
}

/** @param served the routes, whose samples are answered */
export const refusables = (served: readonly ServedRoute[]): readonly Refusable[] => {
  const sampleOf = ({ id }: Operation): Sample =>
    (served.find(({ operation }) => operation === id)?.about.sample ?? {}) as Sample;
  return [
    {
      number: 3,
      header: 'api-key',
      refusals: joined<RefusalKind3>(refusals3, ways3),
      valid: ({ id }) => exampleOf(id).valid,
    },
    {
      number: 2,
      header: 'apiid',
      refusals: joined<RefusalKind2>(refusalsWith(403), ways2(sampleOf)),
      valid: sampleOf,
    },
  ];
};

type Sample = Record<string, unknown> & { filters?: object[] };

const joined = <Kind extends string>(
  rows: Readonly<Record<Kind, RefusalRow>>,
  ways: Readonly<Record<Kind, Way>>,
) => (Object.keys(rows) as Kind[]).map((kind) => ({ kind, row: rows[kind], ...ways[kind] }));

const byKey = (
  how: string,
  provocation: Provocation,
  on: (operation: Operation) => boolean = () => true,
): Way => ({ how, by: 'key', provoke: (operation) => (on(operation) ? provocation : undefined) });
const byRequest = (how: string, provoke: Way['provoke']): Way => ({ how, by: 'request', provoke });
const onlyForced = (how: string): Way => ({ how: `nothing: ${how}`, by: 'forced', provoke: () => undefined });

const costs = ({ price }: Operation): boolean => price.rule !== 'byCall' || price.credits > 0;

const shared = {
  keyMissing: byKey('no key, or an empty one', { key: null }),
  keyUnknown: byKey('a key that nobody made: `nobody`', { key: 'nobody' }),
  rateLimited: byKey(
    'the second call of `sandbox:unlimited,rate=1/10s:any`, the third of `demo-throttled`; a submission above the daily limit',
    { key: 'sandbox:unlimited,rate=1/10s:any', times: 2 },
  ),
  keySpendThreshold: byKey(
    '`sandbox:plan=1000,limit=0:any`, `demo-spent`',
    { key: 'sandbox:plan=1000,limit=0:any' },
    costs,
  ),
  insufficientCredits: byKey('`sandbox:plan=0:any`, `demo-empty`', { key: 'sandbox:plan=0:any' }, costs),
  internal: onlyForced('only a bug of the sandbox'),
} as const;

const unknown =
  (kind: string): Way['provoke'] =>
  ({ id }) =>
    exampleOf(id).unknown?.find((each) => each.kind === kind);

const ways3: Record<RefusalKind3, Way> = {
  ...shared,
  forbidden: byKey('`sandbox:plan=9,forbidden:any`, `demo-forbidden`', {
    key: 'sandbox:plan=9,forbidden:any',
  }),
  withdrawn: {
    how: 'the setting `withdrawn` names the operation',
    by: 'setting',
    provoke: () => ({ withdrawn: true }),
  },
  fractionalNotEnabled: {
    how: '`fields` in any shape with a key without fractional calls: `sandbox:plan=9:any`, `demo-standard`',
    by: 'key',
    provoke: ({ id }) => ({
      key: 'sandbox:plan=9:any',
      parameters: { ...exampleOf(id).valid, fields: [] },
    }),
  },
  invalid: byRequest('a parameter that is missing or malformed: see the last column', ({ id }) => ({
    parameters: exampleOf(id).invalid,
  })),
  videoNotFound: byRequest('an unknown video', unknown('videoNotFound')),
  trackNotFound: byRequest('a track that the video does not have', unknown('trackNotFound')),
  notFound: byRequest('an unknown creator or brand', unknown('notFound')),
  conflict: onlyForced('clients change no data of the service, so nothing can conflict'),
  unavailable: onlyForced('but an open stream of `/nls` ends with it when the sandbox stops'),
};

const isSearch = ({ id }: Operation): boolean => id.endsWith('AdvancedSearch');

function ways2(sampleOf: (operation: Operation) => Sample): Record<RefusalKind2, Way> {
  /** A search that differs from its sample. */
  const search =
    (change: (sample: Sample) => object): Way['provoke'] =>
    (operation) =>
      isSearch(operation)
        ? { parameters: { ...sampleOf(operation), ...change(sampleOf(operation)) } }
        : undefined;
  const filter = (change: object): Way['provoke'] =>
    search(({ filters = [] }) => ({ filters: [{ ...filters[0], ...change }] }));
  /** Another id in place of that of the sample. */
  const id =
    (name: string, value: string): Way['provoke'] =>
    (operation) =>
      name in sampleOf(operation) ? { parameters: { ...sampleOf(operation), [name]: value } } : undefined;

  return {
    ...shared,
    testOnly: byKey('`sandbox:plan=9,testOnly:any`, `demo-test-only`', {
      key: 'sandbox:plan=9,testOnly:any',
    }),
    forbidden: byKey('a key for other operations: `POST /__admin/keys` with `{"allow": ["usage"]}`', {
      allow: ['usage'],
    }),
    unreadableBody: byRequest('a body that is no JSON object, such as `[]`', ({ methods }) =>
      methods.includes('POST') ? { parameters: [] } : undefined,
    ),
    invalid: byRequest('a parameter that is missing, empty or of the wrong type', (operation) => {
      const names = Object.keys(sampleOf(operation));
      return names.length > 0
        ? { parameters: Object.fromEntries(names.map((name) => [name, ''])) }
        : undefined;
    }),
    invalidSort: byRequest(
      'a `sortBy` that does not exist: `nothing`',
      search(() => ({ sortBy: 'nothing' })),
    ),
    invalidFilter: byRequest(
      'a `filterKey` that does not exist: `nothing`',
      filter({ filterKey: 'nothing' }),
    ),
    invalidFilterValue: byRequest('a filter value of the wrong type: `{}`', filter({ value: {} })),
    clipNotFound: byRequest('an unknown `clipId`: `no.such.creator`', id('clipId', 'no.such.creator')),
    gramNotFound: byRequest('an unknown `gramId`: `no.such.creator`', id('gramId', 'no.such.creator')),
    tubeNotFound: byRequest(
      'an unknown `tubeId`: `UCno-such-channel0000000`',
      id('tubeId', 'UCno-such-channel0000000'),
    ),
    emailNotFound: byRequest(
      'a channel without an address: `UCno-contents00000000000`',
      ({ id: operation }) =>
        operation === 'v2/tubeEmail' ? { parameters: { tubeId: 'UCno-contents00000000000' } } : undefined,
    ),
    postNotFound: byRequest(
      'an unknown `postId` or `postLink`: `nosuchvideo`, `https://video.example/watch?v=nosuchvideo`',
      (operation) =>
        id('postId', 'nosuchvideo')(operation) ??
        id('postLink', 'https://video.example/watch?v=nosuchvideo')(operation),
    ),
  };
}
