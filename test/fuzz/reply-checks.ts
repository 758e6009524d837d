import type { ValidateFunction } from 'ajv';
import { eventsOf, parseReplyJson } from '../../src/contract/event-stream.ts';
import type { Exchange, ExchangeRequest } from '../../src/contract/exchange.ts';
import { failed, isUnknownPath, replySchemaOf } from '../../src/contract/reply-schema.ts';
import { schemaDifferences } from '../../src/contract/schema-differences.ts';
import { targetWords } from '../../src/contract/words.ts';
import type { OperationId } from '../../src/core/operations.ts';
import { isObject } from '../../src/core/values.ts';
import { adminOf } from '../admin/admin.ts';
import { type Documented, responseOf, validatorOf } from '../app/openapi/documented.ts';
import type { TestApp } from '../harness.ts';
import type { WireReply } from '../wire.ts';
import { agentPath } from './agents.ts';
import type { FuzzRequest } from './requests.ts';

/** A reply as the fuzzer understands it. */
export interface CheckedReply {
  /** In sentences. */
  problems: string[];
  /** The credits that the reply states; undefined if it states none. */
  cost: number | undefined;
}

type Check = (request: FuzzRequest, reply: WireReply) => CheckedReply;

/** Checks of one reply by itself: its status, its envelope, the closed schema of its body. */
export async function replyChecks(app: TestApp): Promise<Check> {
  const service = serviceCheck(app);
  const admin = await adminCheck(app);
  const { strict } = app.deps.settings;
  // The requests of a run may set rules too; these it began with.
  const isTroubled = app.deps.faults.count > 0;
  return (asked, reply) => {
    const request = { ...asked, asksForTrouble: asked.asksForTrouble || isTroubled };
    const { status, text, headers } = reply;
    if (strict && status === 501 && !isForAdmin(request))
      return !reply.complete && request.asksForTrouble ? nothing : objection(request, text);
    if (Number.isNaN(status))
      return request.whole && !request.leaves && !request.endless && !request.asksForTrouble && !reply.reset
        ? found('it has no reply')
        : nothing;
    const isAdmin = isForAdmin(request);
    const mayFail = request.asksForTrouble || (isAdmin && request.endless && status === 503);
    if (status >= 500 && !mayFail) return found(`it answers ${status}: ${text.slice(0, 200)}`);
    if (request.leaves || request.endless) return nothing;
    if (request.method === 'HEAD')
      return text === '' || !request.whole ? nothing : found('a reply to HEAD has a body');
    // `profile` breaks replies on purpose.
    if (request.asksForTrouble && status === 200) return nothing;
    if (!reply.complete) return request.asksForTrouble ? nothing : found(`its ${status} is not complete`);
    const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
    // A forced status that the contract does not know is sent bare, and costs nothing.
    if (request.asksForTrouble && status >= 400 && type === 'text/plain' && text === '')
      return { problems: [], cost: 0 };
    if (pathOf(request) === agentPath && (status === 202 || text.includes('"jsonrpc"')))
      return agentReply(status, text);
    // Any surface may answer bytes that are no HTTP, and an unknown path behind two slashes.
    if (isAdmin && (!request.whole || status === 404) && status >= 400 && type !== problemType)
      return service(request, status, type, text);
    return isAdmin ? admin(request, status, type, text) : service(request, status, type, text);
  };
}

/** A strict sandbox answers in no generation's envelope, free of charge. */
function objection({ method }: FuzzRequest, text: string): CheckedReply {
  const body = parseReplyJson(text);
  const isNamed = isObject(body) && body['status'] === 501 && typeof body['decision'] === 'string';
  return isNamed || method === 'HEAD'
    ? { problems: [], cost: 0 }
    : found(`its 501 names no decision: ${text.slice(0, 200)}`);
}

const nothing: CheckedReply = { problems: [], cost: undefined };
const found = (problem: string): CheckedReply => ({ problems: [problem], cost: undefined });

const isForAdmin = (request: FuzzRequest): boolean => pathOf(request).startsWith('/__admin/');

/** As the router understands it. */
const pathOf = ({ target }: FuzzRequest): string =>
  decoded((target.replace(/^http:\/\/[^/]+/, '').split(/[?#]/, 1)[0] ?? '').replace(/;.*/s, '')).replace(
    /\/{2,}/g,
    '/',
  );

/** Records reach years into the past: when the clock is set to shortly after 1970, some are before 1970. */
const firstYears = Date.UTC(2000);
const beforeEpoch = 'be >= 0';

function serviceCheck({ deps }: TestApp) {
  const words = targetWords(deps.words, deps.servedRoutes);
  const operations = new Map<string, OperationId>(
    deps.operations.flatMap(({ id }) => deps.words.pathsOf(id).map((path) => [path, id] as const)),
  );
  return (request: FuzzRequest, status: number, type: string, text: string): CheckedReply => {
    const streamed = type === 'text/event-stream' ? eventsOf(text) : undefined;
    if (streamed?.differences.length)
      return found(`a frame of its stream is malformed: ${text.slice(0, 200)}`);
    const content = streamed ? streamed.events.at(-1)?.data : parseReplyJson(text);
    if (content === undefined) return found(`its ${status} is no JSON: ${text.slice(0, 200)}`);
    const asked = exchangeOf(operations, request, content);
    const refused = failed(content) || isUnknownPath(content);
    if ((status === 200) === refused && !streamed)
      return found(`it answers ${status} with ${text.slice(0, 200)}`);
    if (asked.operation === null && !refused) return found(`${asked.name} is no operation, but has data`);
    // Either generation may answer bytes that are no HTTP.
    const paths = refused && !request.whole ? ['/v2/x', '/x'] : [asked.request.path];
    const different = paths.map((path) => {
      const exchange = { ...asked, request: { ...asked.request, path } };
      const schema = replySchemaOf(exchange, deps.servedRoutes);
      return schemaDifferences(schema, words.reply(content, schema)).filter(
        ({ expected }) => expected !== beforeEpoch || deps.clock.now() > firstYears,
      );
    });
    if (different.some((differences) => differences.length === 0))
      return { problems: [], cost: costIn(content) };
    return found(`its ${status} has another form: ${JSON.stringify(different[0]?.slice(0, 3))}`);
  };
}

/** Credits used, 0 for a refusal; undefined for a file, which states none. */
function costIn(body: unknown): number | undefined {
  if (!isObject(body)) return undefined;
  const used =
    body['creditsUsed'] ?? body['quotaUsed'] ?? (failed(body) || isUnknownPath(body) ? 0 : undefined);
  return typeof used === 'number' ? used : undefined;
}

function exchangeOf(
  operations: ReadonlyMap<string, OperationId>,
  asked: FuzzRequest,
  content: unknown,
): Exchange {
  const [, search] = asked.target.split(/[?#]/, 2);
  const path = pathOf(asked);
  const operation = operations.get(path) ?? operations.get(path.replace(/\/$/, '')) ?? null;
  const request: ExchangeRequest = {
    method: asked.method,
    path: operation === null ? path : `/${operation}`,
    query: Object.fromEntries(
      [...Map.groupBy(new URLSearchParams(search), ([name]) => name)].map(([name, pairs]) => [
        name,
        pairs.length > 1 ? pairs.map(([, value]) => value) : (pairs[0]?.[1] ?? ''),
      ]),
    ),
    body: parseReplyJson(asked.body.replace(/^\ufeff/, '')),
  };
  return {
    name: `${asked.method} ${asked.target}`,
    title: '-',
    operation,
    request,
    elsewhere: '-',
    reply: { status: 200, headers: {}, body: content },
  };
}

/** The JSON of a reply that may show a body of a former request, which may be nested as deep as 2 kB allow. */
function parseAdminJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Messages of the protocol: no tool fails otherwise than in a sentence of its own, and none gives what it does not promise. */
function agentReply(status: number, text: string): CheckedReply {
  if (text === '') return status === 202 ? nothing : found(`its ${status} to an agent is empty`);
  const frames = text.split('\n').filter((line) => line.startsWith('data: '));
  const messages = (frames.length > 0 ? frames.map((line) => line.slice('data: '.length)) : [text]).map(
    parseAdminJson,
  );
  const wrong = messages.filter((message) => !isRightMessage(message));
  return wrong.length === 0 ? nothing : found(`an agent gets ${JSON.stringify(wrong[0])?.slice(0, 400)}`);
}

/** The library also answers parameters that it cannot read with it; its text is then a list of what is wrong. */
const internalError = -32603;

function isRightMessage(message: unknown): boolean {
  if (!isObject(message) || message['jsonrpc'] !== '2.0') return false;
  const { result, error } = message;
  if (isObject(error)) {
    const text = String(error['message']);
    return error['code'] !== internalError || Array.isArray(parseReplyJson(text));
  }
  if (!isObject(result)) return typeof message['method'] === 'string';
  if (result['isError'] !== true) return true;
  const [first] = result['content'] as { text: string }[];
  const refusal = parseReplyJson(first?.text ?? '');
  return isObject(refusal)
    ? typeof refusal['error'] === 'string'
    : /^Input validation error: /.test(first?.text ?? '');
}

/** Letters that are decoded stand beside others that cannot be. */
const decoded = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (letters) => {
    try {
      return decodeURIComponent(letters);
    } catch {
      return letters;
    }
  });

const problemType = 'application/problem+json';

async function adminCheck(app: TestApp) {
  const document = (await adminOf(app)('GET', '/openapi.json?surface=admin')).body as unknown as Documented;
  const validator = validatorOf(document);
  const compiled = new Map<string, ValidateFunction>();
  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    })),
  );
  return (request: FuzzRequest, status: number, type: string, text: string): CheckedReply => {
    if (status >= 400) {
      const body = parseAdminJson(text);
      const isProblem = isObject(body) && body['status'] === status && typeof body['detail'] === 'string';
      return isProblem && type === problemType
        ? nothing
        : found(`its ${status} is no problem: ${text.slice(0, 200)}`);
    }
    const path = pathOf(request);
    const place = places.find(({ method, pattern }) => method === request.method && pattern.test(path));
    if (!place || type !== 'application/json') return nothing;
    const key = `${place.method} ${place.path} ${status}`;
    const { at } = responseOf(document, place, status);
    const validate = compiled.get(key) ?? validator([...at, 'content', type, 'schema']);
    compiled.set(key, validate);
    return validate(JSON.parse(text))
      ? nothing
      : found(`its ${status} has another form: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
  };
}
