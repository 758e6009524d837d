import { indentedJson } from '../core/json-text.ts';
import { isObject } from '../core/values.ts';
import { type Exchange, type ExchangeRequest, sandboxKeyOf } from './exchange.ts';
import { generationOf } from './generations.ts';
import { outgoing } from './wire.ts';
import type { TargetWords } from './words.ts';

/** Base URLs of the sandbox that the requests go to. */
export interface CollectionTarget {
  readonly url: string;
  readonly v2Url: string;
}

/**
 * The exchanges as a collection of Bruno: texts of files, by path. The requests that an exchange sends first come before
 * it in its folder. Each asks with a key of its own, another one in each run, so that no run finds its credits spent.
 */
export function brunoCollection(
  exchanges: readonly Exchange[],
  words: TargetWords,
  { url, v2Url }: CollectionTarget,
): ReadonlyMap<string, string> {
  const files = new Map([
    ['bruno.json', indentedJson({ version: '1', name: 'creator-sandbox', type: 'collection' })],
    ['collection.bru', collection],
    ['environments/sandbox.bru', block('vars', [`url: ${url}`, `v2Url: ${v2Url}`])],
  ]);
  /** How many requests each folder has. */
  const counts = new Map<string, number>();
  for (const exchange of exchanges) {
    const folder = exchange.name.slice(0, exchange.name.lastIndexOf('/'));
    const key = sandboxKeyOf(exchange);
    const named = exchange.account === undefined ? key : `${key}-{{run}}`;
    const add = (suffix: string, title: string, request: ExchangeRequest, checks: readonly string[]) => {
      const seq = (counts.get(folder) ?? 0) + 1;
      counts.set(folder, seq);
      const sent = requestBlocks(words.request(request), named);
      const blocks = [block('meta', [`name: ${title}`, 'type: http', `seq: ${seq}`]), ...sent];
      if (checks.length > 0) blocks.push(block('assert', checks));
      files.set(`${exchange.name}${suffix}.bru`, blocks.join('\n'));
    };
    const before = exchange.before ?? [];
    for (const [index, request] of before.entries()) {
      const place = `${index + 1} of ${before.length}`;
      add(`.before-${index + 1}`, `${exchange.title}, before: ${place}`, request, []);
    }
    add('', exchange.title, exchange.request, checksOf(exchange));
  }
  return files;
}

const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

/** Bruno keeps `run` until it ends; the command line for one run of the collection. */
const collection = block('script:pre-request', [
  "if (!bru.hasVar('run')) bru.setVar('run', String(Date.now()));",
]);

function requestBlocks(request: ExchangeRequest, key: string | undefined): string[] {
  const { method, url, headers, body } = outgoing(request, key);
  const { number, pathOf } = generationOf(url);
  const kind = request.text !== undefined ? 'text' : 'json';
  const address = number === 2 ? `{{v2Url}}${pathOf(url)}` : `{{url}}${url}`;
  const text = kind === 'json' && body !== undefined ? indentedJson(request.body).trimEnd() : body;
  return [
    block(method.toLowerCase(), [`url: ${address}`, `body: ${body ? kind : 'none'}`, 'auth: none']),
    block(
      'headers',
      Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ),
    ...(text ? [block(`body:${kind}`, text.split('\n'))] : []),
  ];
}

/** The status, and the code of a refusal: neither depends on data. */
function checksOf({ reply: { status, body } }: Exchange): string[] {
  const code = isObject(body) ? body['errorCode'] : undefined;
  return [
    `res.status: eq ${status}`,
    ...(typeof code === 'string' && code !== '' ? [`res.body.errorCode: eq ${code}`] : []),
  ];
}
