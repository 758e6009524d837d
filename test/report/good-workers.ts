import { setTimeout as sleep } from 'node:timers/promises';
import { type Given, get, post } from './bad-clients.ts';
import { type Client, inParallel } from './workers.ts';

const profileOf = (name: string) => `/clip/profile?uniqueId=${name}`;
const contactOf = (name: string) => `/clip/contact?uniqueId=${name}`;
const nobodies = Array.from({ length: 64 }, (_, n) => `nobody.${n}`);
const bounds = Array.from({ length: 32 }, (_, n) => 10 + n);

interface Page {
  creatorList: { uniqueId: string }[];
  hasNextPage: boolean;
  nextOffset: number;
}
interface Envelope<T> {
  success: boolean;
  errorCode?: string;
  data?: T;
}

/** Asks until the reply is no passing refusal. Waits grow by so much that no delay of a busy machine hides it. */
async function patiently<T>(ask: () => Promise<Response>): Promise<Envelope<T>> {
  for (let wait = 40; ; wait *= 4) {
    const reply = await ask();
    const body = (await reply.json()) as Envelope<T>;
    if (![429, 500, 503].includes(reply.status) || wait > 3_000) return body;
    await sleep(wait);
  }
}

/** Remembers what was asked, also while the first answer is on its way. */
function cached<T>(look: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name) => {
    const found = known.get(name) ?? look(name);
    known.set(name, found);
    return found;
  };
}

/** Lets through at most so many at once. */
function limiter(max: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const searchBody = (bound: number, offset: number, desc = true, pageSize = 10) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: bound }],
  pageSize,
  offset,
  sortBy: 'totalFollowers',
  desc,
});

/** Reads a search to its end. */
async function readAll(given: Given, bound: number, desc = true, pageSize = 10): Promise<string[]> {
  const names: string[] = [];
  for (let offset = 0, isLast = false; !isLast; ) {
    const { data } = await patiently<Page>(() =>
      post(given, '/clip/search', searchBody(bound, offset, desc, pageSize)),
    );
    if (!data) return names;
    names.push(...data.creatorList.map(({ uniqueId }) => uniqueId));
    isLast = !data.hasNextPage;
    offset = data.nextOffset;
  }
  return names;
}

/** Needs a clock that runs. */
export const keepsToItsWindow = 'keeps to so many at once, and asks those beyond its rate again';

/** Careful clients whose workers share a key. */
export const goodWorkers: Record<string, Client> = {
  'reads many searches page by page': (given, workers) =>
    inParallel(workers, bounds, (bound) => readAll(given, bound)),
  'reads one search in both orders and two sizes at once': (given, workers) =>
    inParallel(workers, [10, 11, 12, 13], async (bound) => {
      await Promise.all([
        readAll(given, bound),
        readAll(given, bound, false),
        readAll(given, bound, true, 100),
      ]);
    }),
  'asks for the pages of a search side by side, once it knows the total': async (given, workers) => {
    const first = await post(given, '/clip/search', searchBody(10, 0, true, 5));
    const { data } = (await first.json()) as Envelope<{ totalResults: number }>;
    const offsets = Array.from(
      { length: Math.ceil((data?.totalResults ?? 0) / 5) - 1 },
      (_, n) => 5 * (n + 1),
    );
    await inParallel(workers, offsets.reverse(), (offset) =>
      post(given, '/clip/search', searchBody(10, offset, true, 5)).then((reply) => reply.text()),
    );
  },
  'looks up each creator that a search lists, from a cache': async (given, workers) => {
    const look = cached((name) => patiently(() => get(given, profileOf(name))));
    await inParallel(workers, [10, 20, 30], async (bound) => {
      for (const name of await readAll(given, bound)) await look(name);
    });
    const names = await readAll(given, 40);
    await inParallel(workers, [...names, ...names, ...names], look);
  },
  'tries again with growing waits while the service is busy': async (given, workers) => {
    await given.sandbox.fault({ match: { key: given.key.id }, respond: { status: 503 }, times: workers });
    await given.sandbox.fault({ match: { key: given.key.id }, respond: { status: 429 }, times: workers });
    await inParallel(workers, nobodies, (name) => patiently(() => get(given, profileOf(name))));
  },
  'keeps to its rate': async (given, workers) => {
    await given.sandbox.changeKey(given.key.id, { rate: '64/1h' });
    await inParallel(workers, nobodies, (name) => get(given, profileOf(name)));
  },
  [keepsToItsWindow]: async (given, workers) => {
    const limited = limiter(1);
    await given.sandbox.changeKey(given.key.id, { rate: '40/300ms' });
    await inParallel(workers, nobodies, (name) =>
      limited(() => patiently(() => get(given, profileOf(name)))),
    );
  },
  'stops at the first 402': async (given, workers) => {
    await given.sandbox.changeKey(given.key.id, { plan: 20 });
    const names = await readAll(given, 10);
    let isEmpty = false;
    await inParallel(workers, names, async (name) => {
      if (isEmpty) return;
      const { errorCode } = await patiently(() => get(given, contactOf(name)));
      isEmpty ||= errorCode === 'INSUFFICIENT_CREDITS';
    });
  },
  'reads streams and files to their end, and looks at success': async (given, workers) => {
    await given.sandbox.fault({
      match: { key: given.key.id, operation: 'nls' },
      profile: 'failed-result',
      times: 4,
    });
    await inParallel(workers, bounds, async (bound) => {
      for (let wait = 40; ; wait *= 4) {
        const description = `cooking creators on clip, more than ${bound} followers`;
        const text = await (await post(given, '/nls', { description })).text();
        const [, result = '{}'] = /event: result\ndata: (.*)\n/.exec(text) ?? [];
        if ((JSON.parse(result) as Envelope<unknown>).success || wait > 3_000) break;
        await sleep(wait);
      }
    });
    await (await get(given, '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant')).text();
  },
  'asks for fields, takes a 404 for an answer, and refreshes after a day': async (given, workers) => {
    const names = [...(await readAll(given, 10)), ...nobodies];
    for (let day = 0; day < 2; day++) {
      const country = cached((name) => patiently(() => get(given, `${profileOf(name)}&fields=country`)));
      await inParallel(workers, [...names, ...names], country);
      await given.sandbox.advance('1d', given.key.id);
    }
  },
};
