import { clientRuleNames, clientRules } from '../client-rules.ts';
import type { Report } from '../model.ts';
import type { Problems } from './sarif.ts';

/** The broken rules of conduct of a report. */
export const clientRulesAsProblems = ({
  version,
  coverage: { met, total, called },
  lints: found,
}: Report): Problems => ({
  version,
  rules: clientRuleNames.map((id) => ({
    id,
    sentence: clientRules[id].sentence,
    level: clientRules[id].severity,
  })),
  problems: found.map(({ rule, sentence, requests, count, ignored }) => ({
    rule,
    sentence: `${sentence} Requests ${requests.join(', ')} of the journal.`,
    places: requests.map((id) => `request ${id}`),
    count,
    ignored,
  })),
  figures: { coverage: { met, total, called } },
});
