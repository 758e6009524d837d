import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './in-process.ts';

/** An account that can pay for all that a client here does, so that only a schedule refuses. */
const key = 'sandbox:plan=1000,fractional:explored';

interface Reply {
  status: number;
  body: { success: boolean; data: never; errorCode: string; creditsAvailable: number };
}

async function send(url: string, path: string, body?: object): Promise<Reply> {
  const reply = await fetch(url + path, {
    headers: { 'api-key': key, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Reply['body'] };
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** What a careful client does after a failure; each bad client has one habit of another kind. */
export interface Habits {
  readonly waitsMs?: readonly number[];
  readonly maxTries?: number;
  /** Whether a refusal is sent again. */
  retries?(status: number): boolean;
  /** In place of sending a request without a readable reply again. */
  onBroken?(error: unknown): never | Promise<Reply>;
}

const passing = [429, 500, 503];
const growing = [30, 90, 270];

/** Sends a request until it succeeds, as its habits say. */
async function ask(url: string, path: string, body?: object, habits: Habits = {}): Promise<Reply> {
  const {
    waitsMs = growing,
    maxTries = waitsMs.length + 1,
    retries = (status) => passing.includes(status),
  } = habits;
  for (let attempt = 1; ; attempt += 1) {
    let reply: Reply | undefined;
    try {
      reply = await send(url, path, body);
    } catch (error) {
      if (habits.onBroken) return habits.onBroken(error);
      if (attempt >= maxTries) throw error;
    }
    if (reply?.body.success) return reply;
    if (reply && !retries(reply.status)) throw new Refused(reply.status);
    if (attempt >= maxTries) throw new Refused(reply?.status ?? 0);
    await pause(waitsMs[Math.min(attempt, waitsMs.length) - 1]);
  }
}

const profile = (handle: string) => `/clip/profile?uniqueId=${handle}`;
const handles = ['sample.creator', 'sample.friend'] as const;
const [one, two] = handles;
/** How schedules name the call for a page. */
const pageCall = (offset: number): string =>
  `clip/search desc=true&offset=${offset}&pageSize=2&sortBy=totalFollowers~${pageDigests[offset]}#1`;
const pageDigests: Readonly<Record<number, string>> = { 0: '2d8495b74c7b', 2: '9d66e18dfbdd' };
const page = (offset: number) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: 100 }],
  ...{ pageSize: 2, offset, sortBy: 'totalFollowers', desc: true },
});

async function pages(url: string, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { body } = await ask(url, '/clip/search', page(at * 2));
    for (const { uniqueId } of (body.data as { creatorList: { uniqueId: string }[] }).creatorList)
      found.push(uniqueId);
  }
  return found;
}

/** Reads a stream of /nls to its end. @throws if it has no result */
async function describe(url: string): Promise<{ success: boolean }> {
  const reply = await fetch(`${url}/nls`, {
    method: 'POST',
    headers: { 'api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'creators from Italy with more than 1000 followers' }),
  });
  if (reply.status !== 200) throw new Refused(reply.status);
  let text = '';
  try {
    for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
  } catch (error) {
    // What came may be whole.
    if (!/event: result\ndata: .*\n\n/.test(text)) throw error;
  }
  const result = /event: result\ndata: (.*)\n\n/.exec(text)?.[1];
  if (result === undefined) throw new Error('no result');
  return JSON.parse(result) as { success: boolean };
}

async function describeAgain(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    try {
      const result = await describe(url);
      if (result.success) return;
      throw new Error('failed');
    } catch (error) {
      const isFinal = error instanceof Refused && !passing.includes(error.status);
      if (isFinal || attempt === growing.length) throw error;
      await pause(growing[attempt]);
    }
}

/** Clients that do nothing wrong. */
export const goodClients: Readonly<Record<string, Client>> = {
  'asks in turn': async (url) => {
    for (const handle of handles) await ask(url, profile(handle));
  },
  'asks side by side': async (url) => {
    await Promise.all(handles.map((handle) => ask(url, profile(handle))));
  },
  'reads pages': async (url) => {
    await pages(url, 3);
  },
  'reads a stream': describeAgain,
  'looks up each creator of its pages once': async (url) => {
    for (const handle of new Set(await pages(url, 2))) await ask(url, profile(handle));
  },
  'goes through its list again for what is missing': async (url) => {
    const missing = new Set<string>(handles);
    for (const wait of [...growing, 0]) {
      for (const handle of missing)
        try {
          await ask(url, profile(handle), undefined, { maxTries: 1 });
          missing.delete(handle);
        } catch (error) {
          if (error instanceof Refused && error.status > 0 && !passing.includes(error.status)) throw error;
        }
      if (missing.size === 0) return;
      await pause(wait);
    }
    throw new Error('some are missing');
  },
};

/** A client with one bad habit, and what it shows under its smallest schedules. */
export interface BadClient {
  readonly client: Client;
  /** 1 when absent. */
  readonly depth?: number;
  readonly shows: readonly string[];
}

export const badClients: Readonly<Record<string, BadClient>> = {
  'begins its batch again after any failure': {
    client: async (url) => {
      for (let attempt = 0; attempt < 3; attempt += 1)
        try {
          for (const handle of handles) await ask(url, profile(handle), undefined, { maxTries: 1 });
          return;
        } catch (error) {
          if (error instanceof Refused && error.status < 429 && error.status > 0) throw error;
          await pause(growing[attempt]);
        }
      throw new Error('it failed thrice');
    },
    shows: [`paid-twice: 503@clip/profile uniqueId=${two}#1`],
  },
  'never asks again': {
    client: async (url) => {
      await ask(url, profile(one), undefined, { maxTries: 1 });
    },
    shows: [
      `paid-for-nothing: reply-lost@clip/profile uniqueId=${one}#1`,
      `crashed: 503@clip/profile uniqueId=${one}#1`,
    ],
  },
  'passes over what failed': {
    client: async (url) => {
      for (const handle of handles) await ask(url, profile(handle)).catch(() => {});
    },
    shows: [`swallowed: 503-onward@clip/profile uniqueId=${one}#1`],
  },
  'asks for ever': {
    client: async (url) => {
      await ask(url, profile(one), undefined, { maxTries: 500, waitsMs: [1, 2, 4, 8, 16] });
    },
    shows: [
      `unbounded: 503-onward@clip/profile uniqueId=${one}#1`,
      `hammered: 503-onward@clip/profile uniqueId=${one}#1`,
    ],
  },
  'waits equally long each time': {
    client: async (url) => {
      await ask(url, profile(one), undefined, { maxTries: 8, waitsMs: Array(7).fill(120) });
    },
    shows: [`hammered: 503-onward@clip/profile uniqueId=${one}#1`],
  },
  'asks again when it is not allowed': {
    client: async (url) => {
      await ask(url, profile(one), undefined, {
        retries: (status) => [402, 401, ...passing].includes(status),
      });
    },
    shows: [`retry-after-refusal: 402-onward@clip/profile uniqueId=${one}#1`],
  },
  'falls back to a dearer operation': {
    client: async (url) => {
      try {
        await ask(url, '/clip/search', page(0), { maxTries: 1 });
      } catch {
        await ask(url, profile(one));
      }
    },
    shows: [`paid-for-nothing: reply-lost@${pageCall(0)}`, `overspent: 503@${pageCall(0)}`],
  },
  'takes what is no JSON for nothing found': {
    client: async (url) => {
      await ask(url, profile(one), undefined, {
        onBroken(error) {
          if (!(error instanceof SyntaxError)) return ask(url, profile(one));
          return Promise.resolve({ status: 200, body: { success: true } } as Reply);
        },
      });
    },
    shows: [
      `paid-for-nothing: body-cut@clip/profile uniqueId=${one}#1`,
      `swallowed: body-cut@clip/profile uniqueId=${one}#1`,
    ],
  },
  'looks up whatever a page has': {
    client: async (url) => {
      for (const handle of await pages(url, 2)) await ask(url, profile(handle));
    },
    shows: [`paid-twice: page-repeats@${pageCall(2)}`],
  },
  'takes a failed result for one': {
    client: async (url) => {
      for (let attempt = 0; ; attempt += 1)
        try {
          await describe(url);
          return;
        } catch (error) {
          if (attempt === growing.length || (error instanceof Refused && !passing.includes(error.status)))
            throw error;
          await pause(growing[attempt]);
        }
    },
    shows: ['swallowed: failed-result@nls description=creators_from_Italy_with_more_than_1000_followers#1'],
  },
  'buys all again after a renewal': {
    client: async (url) => {
      let left = Number.POSITIVE_INFINITY;
      for (const handle of handles) {
        const { body } = await ask(url, profile(handle));
        if (body.creditsAvailable >= left) await ask(url, profile(one));
        left = body.creditsAvailable;
      }
    },
    shows: [`paid-twice: renewal@clip/profile uniqueId=${one}#1`],
  },
  'retries once, and then begins again': {
    client: async (url) => {
      for (const wait of [100, 400])
        try {
          for (const handle of handles) await ask(url, profile(handle), undefined, { maxTries: 2 });
          return;
        } catch (error) {
          if (error instanceof Refused && error.status > 0 && !passing.includes(error.status)) throw error;
          await pause(wait);
        }
      throw new Error('it failed thrice');
    },
    depth: 2,
    shows: [`paid-twice: 503@clip/profile uniqueId=${two}#1 + 503@clip/profile uniqueId=${two}#2`],
  },
  'has one retry for all calls': {
    client: async (url) => {
      let retries = 1;
      for (const handle of handles)
        await ask(url, profile(handle), undefined, { maxTries: 1 }).catch((error: unknown) => {
          if (error instanceof Refused && error.status > 0 && !passing.includes(error.status)) throw error;
          if (retries === 0) throw error;
          retries -= 1;
          return ask(url, profile(handle), undefined, { maxTries: 1 });
        });
    },
    depth: 2,
    shows: [
      `paid-for-nothing: 503@clip/profile uniqueId=${one}#1 + reply-lost@clip/profile uniqueId=${one}#2`,
      `crashed: 503@clip/profile uniqueId=${one}#1 + 503@clip/profile uniqueId=${one}#2`,
    ],
  },
};
