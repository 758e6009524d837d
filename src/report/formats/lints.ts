import { lintRules, lints } from '../client-rules.ts';
import type { Report } from '../model.ts';
import type { Problems } from './sarif.ts';

/** The broken rules of conduct of a report. */
export const lintsAsProblems = ({
  version,
  coverage: { met, total, called },
  lints: found,
}: Report): Problems => ({
  version,
  rules: lintRules.map((id) => ({ id, sentence: lints[id].sentence, level: lints[id].severity })),
  problems: found.map(({ rule, sentence, requests, count, ignored }) => ({
    rule,
    sentence: `${sentence} Requests ${requests.join(', ')} of the journal.`,
    places: requests.map((id) => `request ${id}`),
    count,
    ignored,
  })),
  figures: { coverage: { met, total, called } },
});
