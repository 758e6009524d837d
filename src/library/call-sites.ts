import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { realpathSync } from 'node:fs';
import type { ClientRequest, RequestOptions } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isAbsolute, relative, sep } from 'node:path';
import { callSiteHeader, maxCallSiteCharacters } from '../core/call-site.ts';
import { attempt, mapOf, nameIn, originIn, type Position, plainFile } from './source-maps.ts';

/**
 * Loaded by `--import` before a command's own code: marks each request to the sandbox with the line of the code that
 * makes it. Whatever fails here leaves the request as it is.
 */
const { env } = process;
const require = createRequire(import.meta.url);
const NativeURL = URL;

/** What was marked last in this asynchronous context: a retry begins in a timer, without a frame of its caller. */
const latest = new AsyncLocalStorage<{ readonly path: string; readonly site: string }>();

const target = targetOf(env['CREATOR_SANDBOX_URL'], env['CREATOR_SANDBOX_CALL_SITES']);
const isLoaded = Symbol.for('creator-sandbox.call-sites');
if (target && !(isLoaded in globalThis)) {
  Object.defineProperty(globalThis, isLoaded, { value: true });
  markFetch();
  // To load the other one too would cost more than all else here.
  if (target.protocol === 'https:') markHttp('node:https', 'https:');
  else markHttp('node:http', 'http:');
  markUndici();
  watchUrls();
}

interface Target {
  readonly protocol: string;
  /** The addresses of the sandbox. */
  readonly origins: ReadonlySet<string>;
  /** `:port`, which most other addresses do not contain. */
  readonly port: string;
  /** The working folder, as it was given and without links. */
  readonly folders: readonly string[];
  /** Files whose frames are skipped like those of a package. */
  readonly wrappers: ReadonlySet<string>;
}

function targetOf(url: string | undefined, folder: string | undefined): Target | undefined {
  if (!url || !folder || !NativeURL.canParse(url)) return undefined;
  const { protocol, origin, port } = new NativeURL(url);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].map((host) => `${protocol}//${host}:${port}`);
  return {
    protocol,
    origins: new Set([origin, ...(loopback.includes(origin) ? loopback : [])]),
    port: port === '' ? '://' : `:${port}`,
    folders: [folder, attempt(() => realpathSync(folder)) ?? folder],
    wrappers: new Set((env['CREATOR_SANDBOX_CALL_SITE_WRAPPERS'] ?? '').split(',').filter(Boolean)),
  };
}

/** The path of a URL of the sandbox; undefined for any other. */
function pathIn(url: string): string | undefined {
  if (!target || !url.includes(target.port)) return undefined;
  const parsed = attempt(() => new NativeURL(url));
  if (!parsed || !target.origins.has(parsed.origin) || parsed.pathname.startsWith('/__admin'))
    return undefined;
  return parsed.pathname;
}

// What is wrapped.

/** Node's own `fetch` makes a URL too. */
let isInFetch = false;

function markFetch(): void {
  const original = globalThis.fetch;
  const fetch = function fetch(this: unknown, input: string | URL | Request, init?: RequestInit) {
    const marked = attempt(() => markedInit(input, init)) ?? init;
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
function markedInit(input: string | URL | Request, init: RequestInit | undefined): RequestInit | undefined {
  const isRequest = typeof input === 'object' && 'headers' in input;
  const path = pathIn(isRequest ? input.url : String(input));
  const site = path === undefined ? undefined : siteNow(path);
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

type HttpModule = Pick<typeof import('node:http'), 'request' | 'get'>;

function markHttp(name: string, protocol: string): void {
  const module = require(name) as { -readonly [Name in keyof HttpModule]: HttpModule[Name] };
  const original = module.request;
  const request = function request(...given: Parameters<typeof original>): ClientRequest {
    const path = attempt(() => pathIn(urlOf(given, protocol)));
    const site = path === undefined ? undefined : attempt(() => siteNow(path));
    const args = site === undefined ? given : (attempt(() => withRawHeader(given, site)) ?? given);
    const made = original(...args);
    if (site !== undefined)
      attempt(() => {
        if (!made.headersSent && !made.hasHeader(callSiteHeader)) made.setHeader(callSiteHeader, site);
      });
    return made;
  };
  const get = function get(...given: Parameters<typeof original>): ClientRequest {
    const made = request(...given);
    made.end();
    return made;
  };
  module.request = request as typeof original;
  module.get = get as typeof original;
  syncBuiltinESMExports();
}

/** The address that the arguments of `http.request` name: options go before a URL. */
function urlOf([first, second]: readonly unknown[], protocol: string): string {
  const isUrl = typeof first === 'string' || first instanceof NativeURL;
  const options = (isUrl ? second : first) as RequestOptions | undefined;
  const base = isUrl ? new NativeURL(String(first)) : undefined;
  if (typeof options !== 'object' || options === null) return base?.href ?? '';
  const host = options.hostname ?? options.host ?? base?.hostname ?? 'localhost';
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const port = options.port ?? base?.port ?? '';
  return `${options.protocol ?? base?.protocol ?? protocol}//${name}:${port}${options.path ?? base?.pathname ?? '/'}`;
}

/** Raw headers are written at once, so the header has to be among them. */
function withRawHeader<Args extends unknown[]>(given: Args, site: string): Args {
  return given.map((each) => {
    const headers = (each as { headers?: unknown } | null)?.headers;
    return Array.isArray(headers) ? { ...(each as object), headers: withEntry(headers, site) } : each;
  }) as Args;
}

const withEntry = (headers: readonly unknown[], site: string): unknown[] =>
  Array.isArray(headers[0]) ? [...headers, [callSiteHeader, site]] : [...headers, callSiteHeader, site];

interface UndiciRequest {
  origin: string | URL;
  path: string;
  headers: string | readonly unknown[];
  addHeader(name: string, value: string): unknown;
}

/** The package and what Node has of it, beside `fetch`, which is marked already. */
function markUndici(): void {
  subscribe('undici:request:create', (message) => {
    attempt(() => {
      const { request } = message as { request: UndiciRequest };
      if (String(request.headers).toLowerCase().includes(callSiteHeader)) return;
      const path = pathIn(`${request.origin}${request.path}`);
      const site = path === undefined ? undefined : siteNow(path);
      if (site !== undefined) request.addHeader(callSiteHeader, site);
    });
  });
}

/**
 * Some clients send later, in a context of their own, and only their beginning has the caller on the stack: there they
 * make a URL, or a Request, which makes one. To look at the global `Request` itself would load all of undici.
 */
function watchUrls(): void {
  const watched: typeof URL = new Proxy(NativeURL, {
    construct(wrapped, args, newTarget) {
      const made = Reflect.construct(wrapped, args, newTarget === watched ? wrapped : newTarget) as URL;
      if (!isInFetch)
        attempt(() => {
          const path = pathIn(made.href);
          if (path !== undefined) siteNow(path);
        });
      return made;
    },
  });
  globalThis.URL = watched;
}

// The line of the caller.

/** The call site of the stack, else of the request to the same path that this one repeats. */
function siteNow(path: string): string | undefined {
  const prepare: PrepareStackTrace = Error.prepareStackTrace;
  const isShort = prepare !== undefined || !process.sourceMapsEnabled;
  const site = (isShort ? siteOfStack(prepare, fewFrames) : undefined) ?? siteOfStack(prepare, manyFrames);
  const repeated = latest.getStore();
  if (site === undefined) return repeated?.path === path ? repeated.site : undefined;
  if (repeated?.path !== path || repeated.site !== site) latest.enterWith({ path, site });
  return site;
}

type PrepareStackTrace = typeof Error.prepareStackTrace | undefined;

const ownFile = import.meta.url;

/** Enough for most calls. */
const fewFrames = 12;
const manyFrames = 100;

/** @returns undefined if no frame above the last of `limit` is the user's: a name may stand in the next one */
function siteOfStack(prepare: PrepareStackTrace, limit: number): string | undefined {
  const frames = captured<NodeJS.CallSite[]>(asTheyAre, limit);
  let texts: readonly string[] | undefined;
  const textOf = (place: number) => {
    texts ??= frameTexts(prepare, frames);
    return texts[place];
  };
  for (const [place, frame] of frames.entries()) {
    if (place === limit - 1) break;
    const file = frame.getFileName();
    if (!file || file.startsWith('node:') || file === ownFile || file.includes('/node_modules/')) continue;
    const name = `${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
    let site = siteByFrame.get(name);
    if (site === undefined) {
      site = attempt(() => siteOfFrame(frame, frames[place + 1], () => textOf(place))) ?? null;
      siteByFrame.set(name, site);
    }
    if (site !== null) return site;
  }
  return undefined;
}

const asTheyAre = (_error: Error, frames: NodeJS.CallSite[]): NodeJS.CallSite[] => frames;

/** By file, line and column of a frame: its call site; null for code that is not the user's. */
const siteByFrame = new Map<string, string | null>();

/** @param prepare undefined for the text that Node makes */
function captured<T>(prepare: PrepareStackTrace, limit: number): T {
  const { stackTraceLimit } = Error;
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const holder: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = limit;
    Error.prepareStackTrace = prepare as typeof Error.prepareStackTrace;
    Error.captureStackTrace(holder);
    return holder.stack as T;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (before) Object.defineProperty(Error, 'prepareStackTrace', before);
    else Reflect.deleteProperty(Error, 'prepareStackTrace');
  }
}

/** The frames as a runner's own function writes them, which knows its source maps. */
function frameTexts(prepare: PrepareStackTrace, frames: NodeJS.CallSite[]): readonly string[] {
  if (!prepare && !process.sourceMapsEnabled) return [];
  const text = prepare ? prepare(new Error(), frames) : captured<string>(undefined, manyFrames);
  // The frames below begin with one of this file that the others lack.
  const lines = String(text)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return prepare ? lines : lines.slice(lines.length - frames.length);
}

/** @returns null for code that is not the user's */
function siteOfFrame(
  frame: NodeJS.CallSite,
  caller: NodeJS.CallSite | undefined,
  textOf: () => string | undefined,
): string | null {
  const raw = positionOf(frame);
  const shown = parsedFrame(textOf() ?? '') ?? raw;
  const map = shown.file === raw.file ? mapOf(raw.file) : undefined;
  const origin = map && originIn(map, shown, target?.folders[0]);
  const { file, line, column } = origin ?? shown;
  const path = pathInFolder(file);
  if (path === undefined) return null;
  const own = nameOf(frame, origin !== undefined || shown.file !== raw.file);
  // Minified code has the name of a function where its caller calls it.
  const calledAt = caller && caller.getFileName() === frame.getFileName() ? positionOf(caller) : undefined;
  const original = origin && map && calledAt ? nameIn(map, calledAt) : undefined;
  return headerOf(path, line, column, original ?? own);
}

const positionOf = (frame: NodeJS.CallSite): Position => ({
  file: plainFile(frame.getFileName() ?? ''),
  line: frame.getLineNumber() ?? 0,
  column: frame.getColumnNumber() ?? 0,
});

/** `    at async load (file:///src/client.ts:41:12)` */
function parsedFrame(text: string): Position | undefined {
  const [, file = '', line, column] = /(?:\(|at (?:async )?)([^()]+):(\d+):(\d+)\)?$/.exec(text) ?? [];
  return file === '' ? undefined : { file: plainFile(file), line: Number(line), column: Number(column) };
}

/** The path within the working folder; undefined for other files, packages and wrappers. */
function pathInFolder(file: string): string | undefined {
  if (!target || !isAbsolute(file)) return undefined;
  for (const folder of target.folders) {
    const path = relative(folder, file).replaceAll(sep, '/');
    if (path === '' || path.startsWith('../') || isAbsolute(path)) continue;
    if (target.wrappers.has(path) || /(?:^|\/)(?:node_modules|\.yarn)\//.test(path)) return undefined;
    return path;
  }
  return undefined;
}

/** The name of its function; minified names say nothing. */
function nameOf(frame: NodeJS.CallSite, isBuilt: boolean): string | undefined {
  const name = frame.getFunctionName() ?? undefined;
  return isBuilt && name !== undefined && name.length <= 2 ? undefined : name;
}

/** `src/client.ts:41:12 fetchProfile`; null if the path is too long. */
function headerOf(path: string, line: number, column: number, name: string | undefined): string | null {
  const file = path.toWellFormed().replace(/[^!-~]|[:%]/gu, encodeURIComponent);
  const place = `${file}:${line}:${column}`;
  if (place.length > maxCallSiteCharacters) return null;
  const shown = name?.toWellFormed().replace(/[^ -~]|%/gu, encodeURIComponent) ?? '';
  return `${place} ${shown}`
    .slice(0, maxCallSiteCharacters)
    .replace(/%[\dA-F]?$/, '')
    .trimEnd();
}
