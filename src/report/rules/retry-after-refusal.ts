import type { ClientRule } from '../call.ts';

/** A retry that succeeds had a reason, such as a renewal, unless a test had forced the refusal. */
export const retryAfterRefusal: ClientRule = {
  severity: 'error',
  sentence:
    'A 400, 401, 402 or 403 does not change by itself: the same request gets the same refusal (contract 7.1).',
  help: 'Branch on `errorCode`: correct the request, top up or stop; retry only 429, 500 and 503.',
  breaks: ({ retry, kind }) => retry?.kind === 'wrong' && (kind === 'wrong' || retry.isInjected),
};
