import { type Static, Type } from '@sinclair/typebox';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { choice, closed, closedAs, nullable } from '../../core/schema.ts';
import { isUrlCut } from '../../journal/entry.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { findKey, type KeyDeps } from '../keys/find-key.ts';
import { Problem, problems } from '../problem.ts';
import { requestOf } from '../requests/journal-of.ts';

/** The service in this process. */
export interface InnerService {
  /** Performs a request without a socket. */
  inject(message: InjectOptions): Promise<LightMyRequestResponse>;
  /** The header for the key of the generation at a path. */
  headerAt(path: string): string;
}

const SendBody = Type.Object(
  {
    request: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Id of a recorded request to send again, with its key.' }),
    ),
    method: Type.Optional(choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
    path: Type.Optional(Type.String({ pattern: '^/', maxLength: 65_536, description: 'Path and query.' })),
    headers: Type.Optional(
      Type.Record(
        Type.String({ pattern: "^[\\w!#$%&'*+.^`|~-]+$" }),
        Type.String({ maxLength: 8_192, pattern: '^[\\t\\x20-\\x7e]*$' }),
        {
          ...closed,
          maxProperties: 50,
          description: 'Such as prefer.',
        },
      ),
    ),
    body: Type.Optional(Type.Unknown({ description: 'Sent as JSON.' })),
    key: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'A key, its id or its label; null = without a key.',
        }),
      ),
    ),
  },
  closedAs('SentRequest'),
);

const Sent = Type.Object(
  {
    status: Type.Integer(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.String({ description: 'The text of the reply; of a stream all its events.' }),
    durationMs: Type.Number(),
  },
  closedAs('SentReply'),
);

/** More than the longest wait of the service, a minute. */
const sendTimeoutMs = 65_000;

type SendDeps = KeyDeps & Pick<Deps, 'journal' | 'peers'>;

/** Sends a request on behalf of a client that holds no key. */
export const addSendRoute =
  (service: InnerService) =>
  (app: Scope, deps: SendDeps): void => {
    app.post(
      '/send',
      {
        schema: {
          summary:
            'Performs a request in the sandbox: a recorded one again, or a new one, with a key named by its id. It is charged and recorded as any other.',
          body: SendBody,
          response: { 200: Sent, ...problems(404, 409, 422, 502, 504) },
        },
      },
      async ({ body }) => {
        const message = await messageOf(deps, service, body);
        const startedAt = performance.now();
        const reply = await inTime(service.inject(message));
        return {
          status: reply.statusCode,
          headers: headerTexts(reply.headers),
          body: reply.body,
          durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
        };
      },
    );
  };

async function messageOf(
  deps: SendDeps,
  service: InnerService,
  given: Static<typeof SendBody>,
): Promise<InjectOptions> {
  const recorded = await recordedAs(deps, given.request);
  const { method, path: written, body, key, headers } = { ...recorded, ...given };
  if (written === undefined) throw new Problem(422, "Give a 'path', or the id of a recorded 'request'.");
  const path = normalPath(written);
  if (isOwnPath(path)) throw new Problem(422, 'Only requests to the service can be sent.');
  const secret = key == null ? undefined : await secretOf(deps, key);
  return {
    method: method ?? 'GET',
    url: path as `/${string}`,
    headers: {
      // A body that is text gets no type by itself.
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(secret !== undefined && { [service.headerAt(path)]: secret }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  };
}

/** A request of the journal as it was sent. @throws Problem if a part of it is not known */
async function recordedAs(
  deps: Pick<Deps, 'journal' | 'peers'>,
  id: number | undefined,
): Promise<Partial<Static<typeof SendBody>>> {
  if (id === undefined) return {};
  const recorded = await requestOf(deps, id);
  const { body, method, url, keyId } = recorded;
  if (body?.cut)
    throw new Problem(409, 'The journal cut the body of this request, so it cannot be sent again.');
  // Redaction leaves this character, which no URL has.
  if (url.includes('…') || recorded.notes.some((note) => note.startsWith('A key was sent outside')))
    throw new Problem(409, 'A key in this request was redacted, so it cannot be sent again.');
  if (isUrlCut(recorded))
    throw new Problem(409, 'The journal cut the URL of this request, so it cannot be sent again.');
  return {
    method: method as 'GET',
    path: url,
    key: keyId,
    ...(body && { body: JSON.parse(body.text) as unknown }),
  };
}

/** @throws Problem 404 for an unknown key, 409 for one of which an import brought only the digest */
async function secretOf(deps: KeyDeps, key: string): Promise<string> {
  const { id } = await findKey(deps, key);
  const secret = await deps.ledger.keys.secret(id);
  if (secret === undefined)
    throw new Problem(409, 'This key came with a snapshot, which holds no key: only its owner can send it.');
  return secret;
}

/** The path and query as they are routed: without `.` and `..`, however they are written. */
function normalPath(written: string): string {
  const { pathname, search } = new URL(`http://sandbox${written}`);
  return `${pathname}${search}`;
}

/** Whether a path is one of the sandbox, such as `/__admin`; escapes are read as the router reads them. */
const isOwnPath = (path: string): boolean => /^\/+(?:_|%5f){2}/i.test(path);

function inTime<T>(reply: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Problem(504, 'The reply did not come.')), sendTimeoutMs);
  const whole = reply.catch((error: Error) => {
    throw new Problem(502, `The reply broke off: ${error.message}`);
  });
  return Promise.race([whole, late]).finally(() => clearTimeout(timer));
}

const headerTexts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
