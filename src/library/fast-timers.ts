import { subscribe } from 'node:diagnostics_channel';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { skippedTimeHeader } from '../core/skipped-time.ts';

/**
 * Loaded by `--import` before a command's own code: its waits take a fraction of their time, and its clocks show the
 * whole. While it waits for a reply or another process, time is real, because those do not hurry; only a reply that is
 * held on purpose is not waited for.
 */
const { env, pid } = process;
const require = createRequire(import.meta.url);
const native = {
  ...{ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate },
  now: performance.now.bind(performance),
  hrtime: process.hrtime.bigint.bind(process.hrtime),
  uptime: process.uptime.bind(process),
  Date,
};
const speed = Number(env['CREATOR_SANDBOX_FAST_TIMERS']);
const origin = originIn(env['CREATOR_SANDBOX_URL']);

function originIn(url: string | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).origin : undefined;
}

// The clock.

/** Milliseconds by which the clocks of this process are ahead of real time. */
let skippedMs = 0;

const nowMs = (): number => native.now() + skippedMs;

function replaceClocks(): void {
  const { Date: RealDate } = native;
  const dateNow = () => RealDate.now() + Math.floor(skippedMs);
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [dateNow()] : args, newTarget) as object,
    get: (target, name, receiver) => (name === 'now' ? dateNow : Reflect.get(target, name, receiver)),
  });
  Object.defineProperty(RealDate.prototype, 'constructor', { value: globalThis.Date, configurable: true });
  Object.defineProperty(performance, 'now', { value: nowMs, configurable: true, writable: true });
  const bigint = () => native.hrtime() + BigInt(Math.floor(skippedMs * 1e6));
  const hrtime = (before?: [number, number]): [number, number] => {
    const total = bigint() - (before ? BigInt(before[0]) * 1_000_000_000n + BigInt(before[1]) : 0n);
    return [Number(total / 1_000_000_000n), Number(total % 1_000_000_000n)];
  };
  process.hrtime = Object.assign(hrtime, { bigint });
  process.uptime = () => native.uptime() + skippedMs / 1000;
}

// What the process waits for beside its timers.

/** Requests without their whole reply, and when each was last heard of. */
const pending = new Map<object, number>();

const isHeld = Boolean(env['CREATOR_SANDBOX_HELD_AFTER']);
/** A reply that takes longer is held on purpose, or waits for a timer of this process. */
const heldMs = Number(env['CREATOR_SANDBOX_HELD_AFTER'] || 30_000);

/** Work of others, which takes real time. Sockets that wait in a pool are none. */
const workOfOthers = /^(?:ProcessWrap|Worker|WORKER|FSReq|GetAddrInfo|GetNameInfo|TCPConnect|Query|DNS)/;

function isReplyPending(): boolean {
  const now = native.now();
  for (const heardAt of pending.values()) if (now - heardAt < heldMs) return true;
  return false;
}

const areOthersWorking = (): boolean =>
  process.getActiveResourcesInfo().some((name) => workOfOthers.test(name));

function watchRequests(): void {
  const heard = (request: object) => pending.set(request, native.now());
  // Its reader has some turns more.
  const ended = (request: object) =>
    void native.setImmediate(() => native.setImmediate(() => pending.delete(request)));
  const on = (name: string, act: (request: object) => void) =>
    subscribe(name, (message) => act((message as { request: object }).request));
  on('undici:request:create', (request) => {
    heard(request);
    const { origin: target, addHeader } = request as UndiciRequest;
    if (String(target) === origin) addHeader.call(request, skippedTimeHeader, skippedTime());
  });
  for (const name of ['bodySent', 'headers', 'bodyChunkReceived']) on(`undici:request:${name}`, heard);
  for (const name of ['trailers', 'error']) on(`undici:request:${name}`, ended);
  on('http.client.request.created', (request) => {
    heard(request);
    const made = request as HttpRequest;
    made.once('close', () => ended(request));
    made.once('response', () => heard(request));
    if (originOfRequest(made) === origin && !made.headersSent)
      made.setHeader(skippedTimeHeader, skippedTime());
  });
}

interface UndiciRequest {
  origin: string | URL;
  addHeader(name: string, value: string): unknown;
}
type HttpRequest = import('node:http').ClientRequest;

const originOfRequest = (request: HttpRequest): string =>
  `${request.protocol}//${String(request.getHeader('host') ?? request.host)}`;

/** This process, and what its clocks skipped so far. */
const skippedTime = (): string => `${pid}:${skippedMs.toFixed(1)}`;

// Timers.

type Callback = (...args: unknown[]) => void;

/** A timer of the clock that skips. It has what a timer of Node has. */
class FastTimer {
  dueMs = 0;
  isReffed = true;
  readonly id: number;
  readonly call: () => void;
  readonly delayMs: number;
  readonly isRepeated: boolean;

  constructor(call: () => void, delayMs: unknown, isRepeated: boolean) {
    this.id = ++lastId;
    this.call = call;
    const given = Number(delayMs);
    this.delayMs = given >= 1 && given <= 2 ** 31 - 1 ? Math.trunc(given) : 1;
    this.isRepeated = isRepeated;
    this.start();
  }
  start(): void {
    this.stop();
    this.dueMs = nowMs() + this.delayMs;
    // Timers of one instant run in the order in which they were made.
    const at = timers.findLastIndex(({ dueMs }) => dueMs <= this.dueMs) + 1;
    timers.splice(at, 0, this);
    byId.set(this.id, this);
    arm();
  }
  stop(): void {
    if (!byId.delete(this.id)) return;
    timers.splice(timers.indexOf(this), 1);
    arm();
  }
  ref(): this {
    this.isReffed = true;
    arm();
    return this;
  }
  unref(): this {
    this.isReffed = false;
    arm();
    return this;
  }
  hasRef(): boolean {
    return this.isReffed;
  }
  refresh(): this {
    this.start();
    return this;
  }
  close(): this {
    this.stop();
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
  [Symbol.dispose](): void {
    this.stop();
  }
}

let lastId = 2 ** 30;
/** Those that are active, the earliest first. */
const timers: FastTimer[] = [];
const byId = new Map<number, FastTimer>();
/** The timer of Node that stands for all of them. */
let alarm: NodeJS.Timeout | undefined;
let isRunning = false;

/** While others work, their end is looked for so often. */
const lookAgainMs = 5;

/** @param minMs of real time */
function arm(minMs = 0): void {
  if (isRunning) return;
  if (alarm) native.clearTimeout(alarm);
  alarm = undefined;
  const [first] = timers;
  if (!first) return;
  const waitMs = Math.max(0, first.dueMs - nowMs());
  alarm = native.setTimeout(onAlarm, Math.ceil(Math.max(waitMs / speed, minMs)));
  if (!timers.some(({ isReffed }) => isReffed)) alarm.unref();
}

function onAlarm(): void {
  alarm = undefined;
  const [first] = timers;
  if (!first) return;
  const earlyMs = first.dueMs - nowMs();
  // A busy machine must not end a limit of the client that the service keeps.
  if (isReplyPending() || (earlyMs > 0 && areOthersWorking())) {
    arm(lookAgainMs);
    return;
  }
  skippedMs += Math.max(0, earlyMs);
  isRunning = true;
  first.stop();
  isRunning = false;
  // The next one has a turn of its own, as Node does it.
  if (first.isRepeated) first.start();
  arm();
  first.call();
}

const makeTimer =
  (isRepeated: boolean) =>
  (callback: Callback, delayMs?: number, ...args: unknown[]): FastTimer => {
    if (typeof callback !== 'function') throw invalidCallback(callback);
    return new FastTimer(() => callback(...args), delayMs, isRepeated);
  };

function invalidCallback(given: unknown): TypeError {
  const error = new TypeError(
    `The "callback" argument must be of type function. Received ${given === null ? 'null' : typeof given}`,
  );
  return Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
}

function clearTimer(given: unknown): void {
  const timer = given instanceof FastTimer ? given : byId.get(Number(given));
  if (timer) timer.stop();
  else native.clearTimeout(given as NodeJS.Timeout);
}

interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

/** `setTimeout` of `node:timers/promises`. */
function wait<T>(delayMs?: number, value?: T, { signal, ref = true }: WaitOptions = {}): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const fail = () => {
      timer?.stop();
      const error = new Error('The operation was aborted', { cause: signal?.reason });
      reject(Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' }));
    };
    let timer: FastTimer | undefined;
    if (signal?.aborted) return fail();
    timer = new FastTimer(
      () => {
        signal?.removeEventListener('abort', fail);
        resolve(value as T);
      },
      delayMs,
      false,
    );
    if (!ref) timer.unref();
    signal?.addEventListener('abort', fail, { once: true });
  });
}

/** `setInterval` of `node:timers/promises`. */
async function* waitEach<T>(delayMs?: number, value?: T, options?: WaitOptions): AsyncGenerator<T> {
  for (;;) yield await wait(delayMs, value, options);
}

function replaceTimers(): void {
  const timeout = Object.assign(makeTimer(false), { [promisify.custom]: wait });
  const interval = makeTimer(true);
  const replaced = {
    ...{ setTimeout: timeout, setInterval: interval },
    ...{ clearTimeout: clearTimer, clearInterval: clearTimer },
  };
  Object.assign(globalThis, replaced);
  Object.assign(require('node:timers') as object, replaced);
  const promises = require('node:timers/promises') as { scheduler: object };
  Object.assign(promises, { setTimeout: wait, setInterval: waitEach });
  Object.defineProperty(promises.scheduler, 'wait', {
    value: (delayMs: number, options?: WaitOptions) => wait(delayMs, undefined, options),
    configurable: true,
  });
  AbortSignal.timeout = (delayMs: number): AbortSignal => {
    const controller = new AbortController();
    const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    new FastTimer(() => controller.abort(error), delayMs, false).unref();
    return controller.signal;
  };
  syncBuiltinESMExports();
}

/** Limits of Node's sockets have timers inside of Node: of a held reply they are shortened. */
function shortenSocketTimeouts(): void {
  const { setTimeout: setLimit } = Socket.prototype;
  Socket.prototype.setTimeout = function setTimeout(this: Socket, ms: number, callback?: () => void) {
    return Reflect.apply(setLimit, this, [
      ms <= heldMs ? ms : heldMs + Math.ceil((ms - heldMs) / speed),
      callback,
    ]) as Socket;
  };
}

const isLoaded = Symbol.for('creator-sandbox.fast-timers');
if (speed > 1 && !(isLoaded in globalThis)) {
  Object.defineProperty(globalThis, isLoaded, { value: true });
  replaceClocks();
  replaceTimers();
  if (isHeld) shortenSocketTimeouts();
  watchRequests();
}
