import { randomBytes } from 'node:crypto';
import { type Millicredits, toCredits } from '../core/credits.ts';
import { machine } from '../core/instants.ts';
import { partsOfTraceparent } from '../core/traceparent.ts';

/** A request that is over, in what its span shows: no key, label, URL, query or host. */
export interface ServedRequest {
  /** null for an unknown path, and for what is no HTTP. */
  readonly operation: string | null;
  readonly method: string;
  readonly status: number;
  /** The generation's own string of a refusal; null without one. */
  readonly code: string | null;
  readonly isInjected: boolean;
  readonly credits: Millicredits;
  /** The sandbox's own id of the request. */
  readonly traceId: string | null;
  /** Of the client, as `readTraceparent` gives it. */
  readonly traceparent?: string | undefined;
  /** Real milliseconds until now. */
  readonly durationMs: number;
}

/** A request with the instant of its end, in milliseconds since 1970. */
export interface EndedRequest extends ServedRequest {
  readonly endedAt: number;
}

export const endedNow = (request: ServedRequest): EndedRequest => ({
  ...request,
  endedAt: machine(),
});

/** One request to an OTLP receiver, or one line of a file: OTLP/JSON. */
export const otlpJson = (requests: readonly EndedRequest[], version: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: [textAttribute('service.name', programName), textAttribute('service.version', version)],
        },
        scopeSpans: [{ scope: { name: programName, version }, spans: requests.map(spanOf) }],
      },
    ],
  });

const programName = 'creator-sandbox';

function spanOf(request: EndedRequest): object {
  const { operation, method, status, code, isInjected, credits, traceId, traceparent } = request;
  const { endedAt, durationMs } = request;
  const ids = randomBytes(24).toString('hex');
  return {
    ...(traceparent === undefined ? { traceId: ids.slice(16) } : parentOf(traceparent)),
    spanId: ids.slice(0, 16),
    name: operation ?? 'unknown path',
    kind: serverKind,
    startTimeUnixNano: nanoseconds(endedAt - durationMs),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: [
      textAttribute('http.request.method', knownMethods.has(method) ? method : '_OTHER'),
      { key: 'http.response.status_code', value: { intValue: String(status) } },
      ...(operation === null ? [] : [textAttribute('creator_sandbox.operation', operation)]),
      ...(code === null ? [] : [textAttribute('creator_sandbox.code', code)]),
      { key: 'creator_sandbox.credits', value: { doubleValue: toCredits(credits) } },
      { key: 'creator_sandbox.injected', value: { boolValue: isInjected } },
      ...(traceId === null ? [] : [textAttribute('creator_sandbox.trace_id', traceId)]),
    ],
    status: status >= 500 ? { code: errorStatus } : {},
  };
}

const textAttribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** The parent comes from another process, as the two higher bits of the flags say. */
const parentOf = (traceparent: string) => {
  const { trace, parent, flags } = partsOfTraceparent(traceparent);
  return { traceId: trace, parentSpanId: parent, flags: 0x300 | Number.parseInt(flags, 16) };
};

const serverKind = 2;
const errorStatus = 2;

/** The methods that OpenTelemetry names; any other is one. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
]);

/** To the microsecond: a number holds no more. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`;
