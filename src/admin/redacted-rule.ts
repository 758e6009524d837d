import { KeyRedactor, namesKey } from '../core/keys/redactor.ts';
import type { FaultRule } from '../faults/rule.ts';
import type { Deps } from '../service/http/deps.ts';
import { redactJson } from '../service/http/redact.ts';

/** A fault rule for display: keys that it looks for in a URL or a body are redacted. */
export const redactedRule = <Rule extends Pick<FaultRule, 'match'>>(
  deps: Pick<Deps, 'ledger'>,
  rule: Rule,
): Rule => ({ ...rule, match: redactedMatch(deps, rule.match) });

/** A match redacted as the journal redacts requests, so that the two can be compared. */
export function redactedMatch(
  { ledger }: Pick<Deps, 'ledger'>,
  { key, body, ...match }: FaultRule['match'],
): FaultRule['match'] {
  const redactor = new KeyRedactor(ledger);
  const redacted = redactJson(match, redactor) as typeof match;
  return {
    ...(key !== undefined && { key }),
    ...redacted,
    ...(body !== undefined && {
      body: Object.fromEntries(
        Object.entries(body).map(([pointer, value]) => [
          redactor.text(pointer),
          redactJson(value, redactor, { isKey: pointer.split('/').some(namesKey) }),
        ]),
      ),
    }),
  };
}
