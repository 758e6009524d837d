import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { callSiteHeader } from '../core/call-site.ts';
import { attempt } from '../system/source-maps.ts';
import { type Above, type CallingLine, createCallingLine } from './calling-line.ts';
import { redirectServices, serviceHosts } from './service-hosts.ts';
import { watchSuperagent } from './superagent.ts';

/**
 * Loaded before a command's own code: marks each request to the sandbox with the line of the code that makes it.
 * Whatever fails here leaves the request as it is. Every process of the command reads this file, npm too, so it loads
 * nothing at its start, and waits for what the program itself loads.
 */
const NativeURL = URL;
const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_CALL_SITES: folder } = process.env;

/** `:port`, which most other addresses do not contain. */
const port = /:\d+(?=\/|$)/.exec(url ?? '')?.[0] ?? '://';

redirectServices();

const isLoaded = Symbol.for('creator-sandbox.call-sites');
if (url && folder && !(isLoaded in globalThis)) {
  Object.defineProperty(globalThis, isLoaded, { value: true });
  markFetch();
  if (tellsOfRequests(process.versions.node)) subscribe('http.client.request.created', markHttp);
  else wrapHttp();
  subscribe('undici:request:create', markUndici);
  watchUrls();
  watchSuperagent({ lineAbove, sendAs });
}

// The requests of the sandbox.

let cachedOrigins: ReadonlySet<string> | undefined;

/** The addresses of the sandbox. */
function originsOf(address: string): ReadonlySet<string> {
  const { protocol, origin } = new NativeURL(address);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].map(
    (host) => new NativeURL(`${protocol}//${host}${port}`),
  );
  const others = loopback.map((each) => each.origin);
  return new Set([origin, ...(others.includes(origin) ? others : [])]);
}

/** Tells if a URL may lead to the sandbox: without this look, each URL of a program would be read twice. */
const mayLead = (address: string): boolean =>
  address.includes(port) ||
  (serviceHosts.size > 0 && [...serviceHosts].some((host) => address.includes(host)));

const asked = new Set<string>();

/** Tells the run which hosts are asked beside the sandbox: one that asks nobody else may have missed it. */
function noteAsked(address: string): void {
  const { CREATOR_SANDBOX_ASKED: file } = process.env;
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:[]+)/i.exec(address)?.[1]?.toLowerCase();
  if (!file || host === undefined || asked.has(host) || /^(?:localhost|127(?:\.\d+){3})$/.test(host)) return;
  asked.add(host);
  attempt(() => process.getBuiltinModule('node:fs').appendFileSync(file, `${host}\n`));
}

/** The path of a URL of the sandbox; undefined for any other. */
function pathIn(address: string): string | undefined {
  if (!url || !mayLead(address)) {
    noteAsked(address);
    return undefined;
  }
  const parsed = attempt(() => new NativeURL(address));
  cachedOrigins ??= attempt(() => originsOf(url)) ?? new Set();
  if (!parsed || parsed.pathname.startsWith('/__admin')) return undefined;
  return cachedOrigins.has(parsed.origin) || serviceHosts.has(parsed.hostname) ? parsed.pathname : undefined;
}

// What is wrapped.

/** Node's own `fetch` makes a URL too. */
let isInFetch = false;

function markFetch(): void {
  const original = globalThis.fetch;
  const fetch = function fetch(this: unknown, input: string | URL | Request, init?: RequestInit) {
    const marked = attempt(() => markedInit(input, init, fetch)) ?? init;
    isInFetch = true;
    try {
      return Reflect.apply(original, this, marked === undefined ? [input] : [input, marked]);
    } finally {
      isInFetch = false;
    }
  };
  globalThis.fetch = Object.defineProperty(fetch, 'length', { value: original.length }) as typeof original;
}

/** The options of a call with the header; undefined where it stays as it is. */
function markedInit(
  input: string | URL | Request,
  init: RequestInit | undefined,
  above: Above,
): RequestInit | undefined {
  const isRequest = typeof input === 'object' && 'headers' in input;
  const path = pathIn(isRequest ? input.url : String(input));
  const site = path === undefined ? undefined : siteNow(path, above, 2);
  if (site === undefined) return undefined;
  const headers = markedHeaders(init?.headers ?? (isRequest ? input.headers : {}), site);
  if (headers === undefined) return undefined;
  if (!init || isPlain(init)) return { ...init, headers };
  // The rest may be getters of a class.
  return Object.create(init, { headers: { value: headers, enumerable: true } }) as RequestInit;
}

type RequestHeaders = NonNullable<RequestInit['headers']>;

/** undefined if they name a place already. To convert usual ones into `Headers` would take longer than all else here. */
function markedHeaders(given: RequestHeaders, site: string): RequestHeaders | undefined {
  if (isPlain(given)) {
    const isNamed = Object.keys(given).some((name) => name.toLowerCase() === callSiteHeader);
    return isNamed ? undefined : { ...(given as Record<string, string>), [callSiteHeader]: site };
  }
  const headers = new Headers(given);
  if (headers.has(callSiteHeader)) return undefined;
  headers.set(callSiteHeader, site);
  return headers;
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** What Node's client keeps until it sends: the text of headers that are written at once, such as raw ones. */
interface UnsentRequest {
  _header?: string | null;
  readonly _headerSent?: boolean;
}

/** A request of `node:http` or `node:https`, told in the call that makes it. */
function markHttp(message: unknown): void {
  attempt(() => {
    const { request } = message as { request: ClientRequest & UnsentRequest };
    const text = request._header ?? undefined;
    const host = text === undefined ? request.getHeader('host') : /^host: *(\S+)/im.exec(text)?.[1];
    const path = pathIn(`${request.protocol}//${host}${request.path}`);
    if (path === undefined) return;
    const site = siteNow(path, markHttp, 6);
    if (site === undefined) return;
    if (text === undefined) {
      if (!request.hasHeader(callSiteHeader)) request.setHeader(callSiteHeader, site);
    } else if (request._headerSent === false && !text.toLowerCase().includes(callSiteHeader))
      request._header = text.replace('\r\n', () => `\r\n${callSiteHeader}: ${site}\r\n`);
  });
}

/** Whether this version of Node publishes each request of `node:http` that is made. */
function tellsOfRequests(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 2) || (major === 22 && minor >= 12);
}

/** For older versions, which have to load both modules for this. */
function wrapHttp(): void {
  for (const name of ['node:http', 'node:https'] as const) {
    const module: Pick<typeof import('node:http'), 'request'> = process.getBuiltinModule(name);
    const original = module.request;
    const request = (...given: Parameters<typeof original>): ClientRequest => {
      const made = original(...given);
      markHttp({ request: made });
      return made;
    };
    const get = (...given: Parameters<typeof original>): ClientRequest => {
      const made = request(...given);
      made.end();
      return made;
    };
    Object.assign(module, { request, get });
  }
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

interface UndiciRequest {
  origin: string | URL;
  path: string;
  headers: string | readonly unknown[];
  addHeader(name: string, value: string): unknown;
}

/** A request of the package and what Node has of it, beside `fetch`, which is marked already. */
function markUndici(message: unknown): void {
  attempt(() => {
    const { request } = message as { request: UndiciRequest };
    if (String(request.headers).toLowerCase().includes(callSiteHeader)) return;
    const path = pathIn(`${request.origin}${request.path}`);
    const site = path === undefined ? undefined : siteNow(path, markUndici, 12);
    if (site !== undefined) request.addHeader(callSiteHeader, site);
  });
}

/**
 * Some clients send later, in a context of their own, and only their beginning has the caller on the stack: there they
 * make a URL, or a Request, which makes one. To look at the global `Request` itself would load all of undici. This is
 * no proxy, because runners make thousands of URLs.
 */
function watchUrls(): void {
  const watched = function URL(...args: [string | URL, (string | URL)?]): URL {
    if (!new.target) throw new TypeError("Class constructor URL cannot be invoked without 'new'");
    const made = Reflect.construct(NativeURL, args, new.target === watched ? NativeURL : new.target) as URL;
    if (!isInFetch && mayLead(made.href))
      attempt(() => {
        const path = pathIn(made.href);
        if (path !== undefined) siteNow(path, watched, 2);
      });
    return made;
  };
  globalThis.URL = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(NativeURL)) as never;
}

// The line of the caller.

interface Marked {
  readonly path: string;
  readonly site: string;
}

let callingLine: CallingLine | undefined;

/** What was marked last in this asynchronous context: a retry begins in a timer, without a frame of its caller. */
let latest: import('node:async_hooks').AsyncLocalStorage<Marked> | undefined;

/**
 * The call site of the stack, else of the request to the same path that this one repeats.
 * @param few frames in which it stands if the user's code calls `above`, directly or through Node's
 */
function siteNow(path: string, above: Above, few: number): string | undefined {
  const site = lineAbove(above, few);
  const repeated = latest?.getStore();
  if (site === undefined) return repeated?.path === path ? repeated.site : undefined;
  if (repeated?.path !== path || repeated.site !== site) marks().enterWith({ path, site });
  return site;
}

function lineAbove(above: Above, few: number): string | undefined {
  callingLine ??= createCallingLine({
    folder: folder ?? '',
    wrappers: new Set((process.env['CREATOR_SANDBOX_CALL_SITE_WRAPPERS'] ?? '').split(',').filter(Boolean)),
    node: process,
  });
  return callingLine(above, few);
}

function marks(): NonNullable<typeof latest> {
  latest ??= new (process.getBuiltinModule('node:async_hooks').AsyncLocalStorage)<Marked>();
  return latest;
}

/** Sends a request, which has the call site if no frame of the user's code stands on its stack. */
function sendAs<T>(site: string, address: string, send: () => T): T {
  const path = pathIn(address);
  return path === undefined ? send() : marks().run({ path, site }, send);
}
