import { type AnsweredRequest, decisionTable } from '../../core/decisions/decision.ts';

function hasDoubleSlash({ url }: AnsweredRequest): boolean {
  const at = url.indexOf('//');
  return at >= 0 && !url.slice(0, at).includes('?');
}

/** Behaviours on the wire that generations share. */
export const httpDecisions = decisionTable({
  epoch: {
    what: 'the time of a run begins on the day that the clock shows before the first call with a known key, and stays with its ledger; the clock of one account moves the days that it sees, not the epoch',
    tag: 'assumed',
    at: 'service/http/epoch.ts createEpoch',
    setting: 'epoch',
    reliedOnBy: 'general',
  },
  'latency-usual': {
    what: 'with `latency: usual` half of the replies come within 150 ms and 99 of 100 within 900 ms, searches within 350 ms and 1.8 s, `/usage` within 40 and 200 ms; `/nls` takes 300 ms to its first event, 150 ms between events and 1.2 s to its result, 99 of 100 within 1.5 s, 600 ms and 6 s',
    tag: 'assumed',
    at: 'core/latency-table.ts usualLatency',
    setting: 'latency',
    reliedOnBy: 'general',
  },
  'trace-id': {
    what: '`traceId` is 32 lowercase hex digits',
    tag: 'observed',
    at: 'service/http/trace.ts createTracer',
    reliedOnBy: 'general',
  },
  'trace-id-everywhere': {
    what: '`traceId` and `timestamp` are in every reply of generation 3 except the unknown path',
    tag: 'assumed',
    at: 'service/v3/replies.ts failure',
    reliedOnBy: 'general',
  },
  'key-order': {
    what: 'the fields of a JSON object come in the order of the specification’s tables',
    tag: 'assumed',
    at: 'service/v3/replies.ts succeed',
    reliedOnBy: 'general',
  },
  'extra-fields': {
    what: 'a reply has no fields beside the documented ones; the OpenAPI documents allow more, because the service may add some',
    tag: 'assumed',
    at: 'service/v3/replies.ts succeed',
    reliedOnBy: 'general',
  },
  'null-values': {
    what: 'a field that may be null is null only where the world has no value',
    tag: 'assumed',
    at: 'creators/records/atoms.ts textOrNull',
    reliedOnBy: 'general',
  },
  'message-texts': {
    what: 'the texts of refusals, except those of 401, are our own; one code can have several',
    tag: 'assumed',
    at: 'service/v3/refusals.ts refusals',
    reliedOnBy: 'general',
  },
  'reply-pieces': {
    what: 'a JSON reply is one piece with its length, a file comes in pieces of 16 kB; an event is one piece, or several are where no pause is between them',
    tag: 'assumed',
    at: 'service/http/stream.ts streamsOf',
    reliedOnBy: 'general',
  },
  'trace-id-frozen': {
    what: 'under a frozen clock the trace id is derived from seed, key, the key’s request counter and path; otherwise it is random',
    tag: 'assumed',
    at: 'service/http/trace.ts createTracer',
    setting: 'clock',
    reliedOnBy: 'general',
  },
  pictures: {
    what: 'pictures are at a reserved host that never answers, whatever the port; with `sandbox` they are at the host of the request under `/__pictures`, drawn from their ids, and need no key',
    tag: 'assumed',
    at: 'service/http/pictures.ts showPictures',
    setting: 'pictures',
    reliedOnBy: 'general',
  },
  'double-slash': {
    what: 'a doubled slash in the path is accepted: `//tube/audience`',
    tag: 'observed',
    at: 'app/app.ts ignoreDuplicateSlashes',
    reliedOnBy: { answers: 'any', when: hasDoubleSlash },
  },
  'get-content-type': {
    what: 'a content type on a GET is accepted',
    tag: 'observed',
    at: 'service/http/transport.ts transportProblem',
    reliedOnBy: {
      method: 'GET',
      answers: 'any',
      when: ({ headers }) => headers['content-type'] !== undefined,
    },
  },
  'unknown-parameters': {
    what: 'body properties and query parameters that an operation does not know are ignored',
    tag: 'observed',
    at: 'service/http/validation.ts validatorCompiler',
    reliedOnBy: 'general',
  },
  'unknown-methods': {
    what: 'a method that a path does not have, HEAD and OPTIONS included, answers like an unknown path',
    tag: 'assumed',
    at: 'service/http/unknown-path.ts unknownPath',
    setting: 'lookups',
    reliedOnBy: { answers: 'refusal', when: ({ operation, pathServed }) => operation === null && pathServed },
  },
  'transport-errors': {
    what: 'unreadable bodies, media types, sizes and URLs are 400 `VALIDATION_ERROR`',
    tag: 'assumed',
    at: 'service/http/transport.ts transportProblem',
    reliedOnBy: 'noted',
  },
  'details-shape': {
    what: 'an entry of `details[]` is `{field, message, code}`, one per failed check, all checks at once',
    tag: 'assumed',
    at: 'service/http/validation.ts problemOf',
    reliedOnBy: { errorCodes: ['VALIDATION_ERROR'] },
  },
  'details-words': {
    what: 'the codes and most sentences of `details[]` are our own',
    tag: 'assumed',
    at: 'service/http/validation.ts wordings',
    reliedOnBy: { errorCodes: ['VALIDATION_ERROR'] },
  },
  'details-words-observed': {
    what: 'the sentences of `details[]` on missing fields, values of another type, a `pageSize` above 100, no filter at all, a range out of bounds',
    tag: 'observed',
    at: 'service/http/validation.ts wordings',
    reliedOnBy: { errorCodes: ['VALIDATION_ERROR'] },
  },
  'details-402': {
    what: '`details` of a 402 `INSUFFICIENT_CREDITS` is `[{field: "credits", message, required, available}]`; a 402 of the spend limit has none',
    tag: 'assumed',
    at: 'service/v3/replies.ts detailsOf',
    reliedOnBy: { errorCodes: ['INSUFFICIENT_CREDITS'] },
  },
  rate: {
    what: 'no rate limit is public: a key has none unless it is given one; windows slide, and requests refused by 429 do not count',
    tag: 'assumed',
    at: 'service/http/rate-windows.ts createRateWindows',
    setting: 'rate=',
    reliedOnBy: {
      errorCodes: ['RATE_LIMIT_EXCEEDED', 'QuotaRate'],
      when: ({ caller, forced }) => !forced && caller?.rate !== null,
    },
  },
  withdrawn: {
    what: 'an operation that is withdrawn for a time answers 503 `SERVICE_UNAVAILABLE`, after 403 `FORBIDDEN` and before its parameters are read; none is by default',
    tag: 'assumed',
    at: 'service/http/checks.ts refuseWithdrawn',
    setting: 'withdrawn',
    reliedOnBy: 'noted',
  },
  'usage-counts': {
    what: '`GET /usage` counts answered and refused requests, but not itself',
    tag: 'assumed',
    at: 'service/http/checks.ts countRefusal',
    reliedOnBy: { on: ['usage'] },
  },
  'event-frames': {
    what: 'an event is a line `event: <name>`, directly after it a line `data: ` with JSON, then an empty line; no other field, nothing after `result`',
    tag: 'observed',
    at: 'service/http/stream.ts eventFrame',
    reliedOnBy: { on: ['nls'] },
  },
  'event-line-ends': {
    what: 'line ends that JSON allows unescaped (U+0085, U+2028, U+2029) are escaped in the data, for readers that split text into lines',
    tag: 'assumed',
    at: 'service/http/stream.ts oneLine',
    reliedOnBy: 'general',
  },
  'stream-close': {
    what: 'the connection stays open after a stream of `/nls` or a file, as after any other reply',
    tag: 'assumed',
    at: 'service/http/stream.ts streamsOf',
    reliedOnBy: { on: ['nls', 'tube/subtitles/download'] },
  },
  'submit-limits': {
    what: 'a key can submit 10,000 creator ids and 100 brands a UTC day; then it gets 429, which comes after 400 and before 402',
    tag: 'observed',
    at: 'service/http/submitted-creators.ts maxCreatorsPerDay',
    reliedOnBy: 'noted',
  },
  'submit-outcomes': {
    what: 'a malformed id is `rejected`, a known one `done` (a brand may be `processing` first), any other `accepted`; on gram and clip a leading `@` and the case are ignored, on tube a handle is `rejected`',
    tag: 'observed',
    at: 'service/http/submitted-creators.ts submitCreatorIds',
    reliedOnBy: {
      on: [
        'gram/submitCreators',
        'clip/submitCreators',
        'tube/submitCreators',
        'sponsor/submit',
        'v2/submitCreators',
      ],
      answers: 'read',
    },
  },
  'submit-pool': {
    what: 'the 10,000 ids are one allowance for the three platforms',
    tag: 'observed',
    at: 'service/http/submitted-creators.ts submitCreatorIds',
    reliedOnBy: 'noted',
  },
  'submit-pool-generations': {
    what: 'both generations share the allowance of 10,000 ids, rejected ids count too, and a call that would exceed it is refused as a whole',
    tag: 'assumed',
    at: 'service/http/submitted-creators.ts submitCreatorIds',
    reliedOnBy: 'noted',
  },
  'submit-known': {
    what: 'an id that was submitted before, or twice in one call, is `done` without an existing id',
    tag: 'assumed',
    at: 'ledger/submissions.ts submit',
    reliedOnBy: 'noted',
  },
  'submit-reserved': {
    what: 'the sandbox’s reserved names are `rejected`',
    tag: 'assumed',
    at: 'service/http/submitted-creators.ts unreserved',
    reliedOnBy: 'general',
  },
});
