import type { FastifyRequest } from 'fastify';
import { Refusal } from '../core/errors.ts';
import { type Call, operationOf, pathOf, recognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { Check } from './generation.ts';

/** Recognises the key. Sets `request.call`. @throws Refusal `keyMissing` or `keyUnknown` */
export const recogniseKey: Check = async (deps, { generation, request }) => {
  const arrivedAt = deps.clock.now();
  // Node lower-cases header names.
  const key = request.headers[generation.header.toLowerCase()];
  const given = typeof key === 'string' && key !== '';
  const caller = given ? await deps.ledger.identify(key, arrivedAt) : undefined;
  request.call = {
    operation: operationOf(request),
    caller: caller ?? null,
    now: arrivedAt + (caller?.clockOffsetMs ?? 0),
    traceId: deps.trace(caller?.id ?? '', pathOf(request)),
    toWire: request.routeOptions.config.toWire,
  };
  if (!caller) throw new Refusal(given ? 'keyUnknown' : 'keyMissing');
};

/** Refuses test-only keys (specification 4.1). @throws Refusal `testOnly` */
export const refuseTestOnly: Check = (_deps, { request }) => {
  if (recognisedCall(request).caller.testOnly) throw new Refusal('testOnly');
};

/** @throws Refusal `rateLimited` */
export const limitRate: Check = (deps, { request }) => {
  const { caller, now } = recognisedCall(request);
  if (!deps.windows.admit(caller, now)) throw new Refusal('rateLimited');
};

/** @throws Refusal `forbidden` */
export const checkPermission: Check = (_deps, { request }) => {
  const { caller, operation } = recognisedCall(request);
  if (caller.allow && !caller.allow.includes(operation)) throw new Refusal('forbidden');
};

/** The call of a request. A request that failed before the key check gets a call without a caller. */
export function callOf(deps: Deps, request: FastifyRequest): Call {
  request.call ??= {
    operation: operationOf(request),
    caller: null,
    now: deps.clock.now(),
    traceId: deps.trace('', pathOf(request)),
  };
  return request.call;
}

/** Counts a refused call in its key's usage. `GET /usage` itself is not counted (assumed: usage-counts). */
export async function countRefusal({ ledger }: Deps, { caller, operation, now }: Call): Promise<void> {
  if (caller && operation && operation !== 'usage') await ledger.refused(caller, operation, now);
}
