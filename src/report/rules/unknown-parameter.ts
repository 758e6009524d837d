import { namesKey } from '../../core/keys/redactor.ts';
import { isObject } from '../../core/values.ts';
import type { Call, ClientRule } from '../call.ts';
import { maxEvidence } from '../evidence.ts';

/** Names of one request that are checked; clients send a few. */
const maxCheckedNames = 1_000;

export const unknownParameter: ClientRule = {
  severity: 'warning',
  sentence: 'The service ignores parameters that it does not know, so a misspelt one has no effect.',
  help: 'Compare the name with the parameters of the operation: correct it, or leave it out.',
  breaks(call) {
    const { errorCode, status } = call.input.request;
    // Refusals before the parameters are read say nothing about them.
    if (errorCode !== null && status !== 404) return false;
    const unknown = unknownParameters(call).filter((name) => !namesKey(name));
    return unknown.length > 0 && { parameters: namesWithoutKeys(unknown, call) };
  },
};

/** The names that the operation does not know; none on a path that no operation has. */
export function unknownParameters({ input: { given, givenNames, request }, operation }: Call): string[] {
  if (!isObject(given) || operation.id === '') return [];
  const known = operation.parameters(request.method);
  return givenNames.slice(0, maxCheckedNames).filter((name) => !known.has(name));
}

/** The names as the journal shows them: a secret may stand in the place of a name, and is redacted there. */
function namesWithoutKeys(names: readonly string[], { input: { body, request } }: Call): string[] {
  const shown = body ?? request.url;
  return names.slice(0, maxEvidence).filter((name) => /^[\w.-]{1,60}$/.test(name) && shown.includes(name));
}
