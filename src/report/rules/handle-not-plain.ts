import type { ClientRule } from '../call.ts';
import { hasUnplainHandle } from '../identifiers.ts';

/** Some handles have capitals, so a handle that was found is right. */
export const handleNotPlain: ClientRule = {
  severity: 'warning',
  sentence: 'A handle is the bare name in lower case, not a URL and without capitals (contract 4.2).',
  help: 'Take the name out of the URL and put it in lower case before the call.',
  breaks: ({ input: { request, given } }) => request.errorCode !== null && hasUnplainHandle(given),
};
