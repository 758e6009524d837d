/** A client of the creator-analytics API: it retries, reads all pages, and keeps to a budget of credits. */
export interface ClientOptions {
  baseUrl: string;
  apiKey: string;
  /** The most credits that this client spends. */
  budget: number;
  /** How long to wait before each retry, in milliseconds. */
  waitsMs?: readonly number[];
  sleep?: (ms: number) => Promise<unknown>;
}

export interface Creator {
  handle: string;
  name: string;
  followers: number;
}

export interface Client {
  /** The creator with this handle on clip, or undefined. */
  creator(handle: string): Promise<Creator | undefined>;
  /** All creators of a country with more followers than given, the largest first. */
  creatorsIn(country: string, moreFollowersThan: number, pageSize?: number): Promise<Creator[]>;
  /** The credits spent so far. */
  spent(): number;
}

/** A refusal of the service, with the code to branch on. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** The next call would cost more than the budget has left. */
export class OverBudget extends Error {}

const prices = { profile: 2, search: 1 };
const passing = [429, 500, 503];

export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, budget, waitsMs = [100, 300, 900] } = options;
  const sleep = options.sleep ?? ((ms: number) => new Promise((resolve) => setTimeout(resolve, ms)));
  let spent = 0;

  async function call<Data>(price: number, path: string, body?: unknown): Promise<Data> {
    const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
    const request =
      body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    for (let attempt = 0; ; attempt++) {
      if (spent + price > budget) throw new OverBudget(`${spent} of ${budget} credits are spent`);
      const waitMs = waitsMs[attempt];
      try {
        const reply = await fetch(`${baseUrl}${path}`, request);
        const envelope = (await reply.json()) as Envelope<Data>;
        if (envelope.success) {
          spent += envelope.creditsUsed;
          return envelope.data;
        }
        if (waitMs === undefined || !passing.includes(reply.status))
          throw new Refused(reply.status, envelope.errorCode);
      } catch (error) {
        if (error instanceof Refused) throw error;
        // The reply is lost, and may have been charged.
        spent += price;
        if (waitMs === undefined) throw error;
      }
      await sleep(waitMs);
    }
  }

  return {
    async creator(handle) {
      try {
        const query = new URLSearchParams({ uniqueId: handle });
        return creatorOf(await call<Profile>(prices.profile, `/clip/profile?${query}`));
      } catch (error) {
        if (error instanceof Refused && error.code === 'NOT_FOUND') return undefined;
        throw error;
      }
    },

    async creatorsIn(country, moreFollowersThan, pageSize = 100) {
      const filters = [
        { filterName: 'country', op: '=', value: country },
        { filterName: 'totalFollowers', op: '>', value: moreFollowersThan },
      ];
      const found: Creator[] = [];
      for (let offset = 0; ; ) {
        const search = { filters, pageSize, offset, sortBy: 'totalFollowers', desc: true };
        const page = await call<Page>(prices.search, '/clip/search', search);
        found.push(...page.creatorList.map(creatorOf));
        if (!page.hasNextPage) return found;
        offset = page.nextOffset;
      }
    },

    spent: () => spent,
  };
}

type Envelope<Data> =
  | { success: true; data: Data; creditsUsed: number }
  | { success: false; errorCode: string };

interface Profile {
  uniqueId: string;
  displayName: string;
  totalFollowers: number;
}

interface Page {
  creatorList: Profile[];
  hasNextPage: boolean;
  nextOffset: number;
}

const creatorOf = ({ uniqueId, displayName, totalFollowers }: Profile): Creator => ({
  handle: uniqueId,
  name: displayName,
  followers: totalFollowers,
});
