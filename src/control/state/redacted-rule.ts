import type { FaultRule } from '../../faults/rule.ts';
import type { Deps } from '../../http/deps.ts';
import { redactJson } from '../../http/redact.ts';
import { createKeyRedactor, namesKey } from '../../keys/redactor.ts';

/** A fault rule as it may be shown: a key for whose place in a URL or a body it looks is shown by its end. */
export const shownRule = <Of extends Pick<FaultRule, 'match'>>(
  { ledger }: Pick<Deps, 'ledger'>,
  rule: Of,
): Of => ({
  ...rule,
  match: shownMatch({ ledger }, rule.match),
});

/** As the journal keeps what it compares to. */
export function shownMatch(
  { ledger }: Pick<Deps, 'ledger'>,
  { key, body, ...match }: FaultRule['match'],
): FaultRule['match'] {
  const screen = createKeyRedactor(ledger);
  const shown = redactJson(match, screen) as typeof match;
  return {
    ...(key !== undefined && { key }),
    ...shown,
    ...(body !== undefined && {
      body: Object.fromEntries(
        Object.entries(body).map(([pointer, value]) => [
          screen.text(pointer),
          redactJson(value, screen, { isKey: pointer.split('/').some(namesKey) }),
        ]),
      ),
    }),
  };
}
