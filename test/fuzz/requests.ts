import { Buffer } from 'node:buffer';
import { type Choose, choices } from './choose.ts';
import type { FuzzOperation, Surface } from './operations.ts';
import { fittingValue, hostileJson, hostileText, hostileValue } from './values.ts';

/** A request of the fuzzer, as its bytes go over the wire. */
export interface FuzzRequest {
  surface: Surface;
  method: string;
  /** Path and query. */
  target: string;
  /** The key that it sends; undefined if that is none of ours. */
  key: string | undefined;
  bytes: Buffer;
  /** Its head and body are complete, as HTTP understands them. */
  whole: boolean;
  /** The JSON of the body as it was meant. */
  body: string;
  /** The client hangs up without waiting for the reply. */
  leaves: boolean;
  /** It asks for a failure, or for a broken reply. */
  asksForTrouble: boolean;
  /** Its reply never ends by itself. */
  endless: boolean;
}

/** Keys of all kinds of accounts. Clients that hang up use another key, because they are charged later. */
export const keys = [
  'sandbox:unlimited,fractional:fuzz-unlimited',
  'sandbox:unlimited,fractional:fuzz-unlimited',
  'sandbox:unlimited,fractional:fuzz-unlimited',
  'sandbox:plan=900000000,purchased=5.5,fractional:fuzz-rich',
  'sandbox:plan=900000000:fuzz-whole',
  'sandbox:plan=20.5,purchased=3.125,fractional:fuzz-poor',
  'sandbox:plan=100,limit=3,fractional:fuzz-limited',
  'sandbox:plan=100,forbidden:fuzz-forbidden',
  'sandbox:plan=900000000,rate=300/1d,fractional:fuzz-throttled',
  'demo-empty',
] as const;
export const leaverKey = 'sandbox:plan=900000000,fractional:fuzz-leaver';

/** The request of this seed. */
export function requestOf(operations: readonly FuzzOperation[], seed: number): FuzzRequest {
  const choose = choices(seed);
  const operation = choose.of(operations);
  const { surface } = operation;
  const method = choose.chance(0.03) ? choose.of(otherMethods) : operation.method;
  // The calls of an agent that left would come among those of the next request.
  const leaves = choose.chance(0.02) && surface !== 'agent';
  const key = leaves ? leaverKey : choose.of(keys);
  const body = bodyOf(operation, choose);
  const target = pathOf(operation, choose) + queryOf(operation, choose);
  const headers = headersOf(operation, key, body, choose);
  const { bytes, whole } = framed(`${method} ${target} HTTP/1.1`, headers, body, choose);
  const text = bytes.toString('latin1');
  return {
    surface,
    method,
    target,
    key: headers.some(([, value]) => value === key) ? key : undefined,
    // The start of a long head is gone when it is refused; there may be no method.
    whole: whole && !['get', 'FOO'].includes(method) && isShort(text),
    bytes: leaves ? bytes.subarray(0, choose.below(bytes.length + 1)) : bytes,
    body,
    leaves,
    asksForTrouble: /^prefer:/im.test(text) || text.includes('sandbox-'),
    endless: operation.endless === true,
  };
}

const otherMethods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'get',
  'FOO',
];

function bodyOf({ body, sample, query }: FuzzOperation, choose: Choose): string {
  if (!body) {
    if (choose.chance(0.9)) return '';
    return hostileJson(Object.fromEntries(query.map(({ name, example }) => [name, example])), choose);
  }
  const valid = sample !== undefined && choose.chance(0.6) ? sample : fittingValue(body, choose);
  return choose.chance(0.5) ? JSON.stringify(valid) : hostileJson(valid, choose);
}

function pathOf({ path }: FuzzOperation, choose: Choose): string {
  const filled = path.replaceAll(/\{\w+\}/g, () =>
    choose.chance(0.7)
      ? choose.of(pathNames)
      : encodeURIComponent(safely(hostileText(choose))).slice(0, 2_000),
  );
  if (choose.chance(0.95)) return filled;
  return choose.of([
    () => `/${filled}`,
    () => `${filled}/`,
    () => filled.toUpperCase(),
    () => `${filled}/${encodeURIComponent(safely(hostileText(choose))).slice(0, 60_000)}`,
    () => `${filled}%zz`,
    () => filled.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    () => `${filled};a=b`,
    () => `http://other.example${filled}`,
    () => `${filled}/../..${filled}`,
    () => '*',
  ])();
}

const pathNames = ['demo-full', 'demo-low', 'fault-1', '1', '7', 'kept', 'sandbox:plan=5:named'];

function queryOf({ query, method }: FuzzOperation, choose: Choose): string {
  const pairs = query.flatMap(({ name, required, schema, example, json }): [string, string][] => {
    if (!required && choose.chance(0.6)) return [];
    if (choose.chance(0.05)) return [];
    const value = choose.chance(0.08)
      ? hostileValue(choose)
      : example !== undefined && choose.chance(0.7)
        ? example
        : fittingValue(schema, choose);
    const text = json && choose.chance(0.2) ? hostileJson(value, choose) : inText(value);
    return choose.chance(0.04)
      ? [
          [name, text],
          [name, inText(hostileValue(choose))],
        ]
      : [[name, text]];
  });
  if (choose.chance(method === 'GET' ? 0.06 : 0.02))
    pairs.push([choose.of(['x', 'fields', 'uniqueId[]', '__proto__', '']), hostileText(choose)]);
  const text = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, safely(value)]),
  ).toString();
  const changed = choose.chance(0.05) ? choose.of(queryChanges)(text, choose) : text;
  return changed === '' ? '' : `?${changed.slice(0, 64_000)}`;
}

const inText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value) && value.length < 5
      ? value.join(',')
      : JSON.stringify(value);

/** Without halves of surrogate pairs, which a URL cannot hold. */
const safely = (text: string): string => text.slice(0, 60_000).toWellFormed();

const queryChanges: readonly ((text: string, choose: Choose) => string)[] = [
  (text) => `${text}&${text}`,
  (text) => `${text}&%zz=%`,
  (text) => text.replaceAll('=', ''),
  (text) => text.replaceAll('&', ';'),
  (text) => `${text}&uniqueId=%E0%A4%A`,
  (text) => `${text}&a=%00%ff%fe`,
  (text) => `&&&=&==&${text}`,
  (text, choose) => text + '&a=b'.repeat(choose.of([100, 5_000, 15_000])),
  (text, choose) =>
    `${text}&${Array.from({ length: choose.of([50, 6_000]) }, (_, n) => `p${n}=${n}`).join('&')}`,
  (text) => `${text}&fields=${'country,'.repeat(7_000)}`,
  (text) => text.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (text) => `${text}#fragment?&`,
  (text) => text + '+'.repeat(10_000),
];

type Header = readonly [string, string];

function headersOf(
  { surface, headers: own = [] }: FuzzOperation,
  key: string,
  body: string,
  choose: Choose,
): Header[] {
  const headers: Header[] = own.filter(() => choose.chance(0.98));
  if (!choose.chance(0.01)) headers.push(['Host', choose.chance(0.98) ? 'localhost' : choose.of(hosts)]);
  if (!choose.chance(0.02))
    headers.push([
      surface === 2 ? 'apiId' : 'api-key',
      choose.chance(0.98) ? key : oneLine(hostileText(choose)),
    ]);
  if (body !== '' || choose.chance(0.02))
    headers.push(['Content-Type', choose.chance(0.95) ? 'application/json' : choose.of(contentTypes)]);
  if (choose.chance(0.06)) headers.push(['Prefer', preferOf(choose)]);
  for (let left = choose.chance(0.1) ? 1 + choose.below(3) : 0; left > 0; left--)
    headers.push([choose.of(otherHeaders), oneLine(hostileText(choose))]);
  if (choose.chance(0.005)) for (let n = 0; n < 1_500; n++) headers.push([`x-${n}`, 'a']);
  return headers;
}

const hosts = ['', 'evil.example', '127.0.0.1:1', '[::1]', 'localhost, localhost', 'LOCALHOST.'];
const contentTypes = [
  'application/json; charset=utf-16',
  'application/json;',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
  ';',
  'a/b/c',
];
const otherHeaders = [
  'api-key',
  'apiId',
  'Host',
  'Accept',
  'Accept-Encoding',
  'Authorization',
  'Content-Encoding',
  'Cookie',
  'Expect',
  'If-None-Match',
  'Last-Event-ID',
  'Origin',
  'Range',
  'Sec-Fetch-Site',
  'Upgrade',
  'X-HTTP-Method-Override',
  'X-Forwarded-For',
];

function preferOf(choose: Choose): string {
  const one = () =>
    choose.of([
      () => `code=${choose.of([400, 402, 403, 404, 429, 500, 503, 418, 99999])}`,
      () => `example=${choose.of(['FORBIDDEN', 'QuotaRate', 'x', '"a\\"b"', ''])}`,
      () => `delay=${choose.of([0, 1, 100, 60001])}`,
      () => 'profile=crlf',
      () => oneLine(hostileText(choose)),
      () => `${oneLine(hostileText(choose))};a="b`,
    ])();
  return Array.from({ length: choose.chance(0.1) ? 4_000 : 1 + choose.below(3) }, one)
    .join(',')
    .slice(0, 30_000);
}

/** A text that a header line can hold; one byte for each character. */
const oneLine = (text: string): string =>
  Buffer.from(text.replace(/[\0\r\n]/g, ' ').slice(0, 20_000), 'utf8').toString('latin1');

/** Whether Node reads it: heads of at most 80 KiB and 1,000 lines. */
function isShort(text: string): boolean {
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  return head.length < maxHead && head.split('\r\n').length < maxLines;
}
/** A little more than the sandbox accepts. */
const maxBody = 1_100_000;

const maxHead = 60 * 1024;
const maxLines = 900;

interface Framed {
  bytes: Buffer;
  whole: boolean;
}

/** The bytes of a request, some of them cut or framed wrongly. */
function framed(first: string, headers: readonly Header[], text: string, choose: Choose): Framed {
  const body = encoded(text, choose);
  const head = (...more: Header[]) =>
    Buffer.from(
      `${first}\r\n${[...headers, ...more, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      'latin1',
    );
  const whole = (...parts: Buffer[]): Framed => ({ bytes: Buffer.concat(parts), whole: true });
  const broken = (...parts: Buffer[]): Framed => ({ bytes: Buffer.concat(parts), whole: false });
  const stated = (length: number | string): Header => ['Content-Length', String(length)];
  const chunked: Header = ['Transfer-Encoding', 'chunked'];
  if (choose.chance(0.9)) return whole(body.length > 0 ? head(stated(body.length)) : head(), body);
  return choose.of([
    () => whole(head(chunked), inChunks(body, choose)),
    () => whole(head(chunked), inChunks(body, choose)),
    () => whole(head(['Expect', '100-continue'], stated(body.length)), body),
    () => broken(head(chunked), inChunks(body, choose).subarray(0, -3)),
    () => broken(head(chunked), Buffer.from('zz\r\n'), body),
    () => broken(head(stated(body.length + 10)), body),
    () => broken(head(stated(Math.max(0, body.length - 3))), body),
    () => broken(head(stated(body.length), chunked), body),
    () => broken(head(stated(body.length), stated(body.length)), body),
    () => broken(head(stated(choose.of(['-1', '1e3', '99999999999999999999', '']))), body),
    () => broken(head(stated(body.length)).subarray(0, 20 + choose.below(200))),
    () => broken(Buffer.from('\r\n\u0016\u0003\u0001'), head(), body),
  ])();
}

function encoded(whole: string, choose: Choose): Buffer {
  const text = whole.slice(0, maxBody);
  if (choose.chance(0.01)) return Buffer.from(text, choose.of(['utf16le', 'latin1']));
  return choose.chance(0.01)
    ? Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x80])])
    : Buffer.from(text);
}

function inChunks(body: Buffer, choose: Choose): Buffer {
  const size = Math.max(1, choose.of([1, 7, 1_000, 65_536]), Math.ceil(body.length / 2_000));
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    const extension = choose.chance(0.1) ? ';a=b' : '';
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
