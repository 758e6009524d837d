import type { ReportedRequest } from '../model.ts';
import { requestLines } from './parts.ts';

/** The findings of a verb as broken rules, for formats of static analysis. */
export interface Problems {
  /** The version of the sandbox that found them. */
  readonly version: string;
  readonly rules: readonly ProblemRule[];
  readonly problems: readonly Problem[];
  /** Figures beside the problems. */
  readonly figures: Readonly<Record<string, unknown>>;
}

export interface ProblemRule {
  readonly id: string;
  readonly sentence: string;
  readonly level: 'error' | 'warning' | 'note';
}

export interface Problem {
  /** The id of its rule. */
  readonly rule: string;
  readonly sentence: string;
  /** The names of the requests, operations or runs that show it. */
  readonly places: readonly string[];
  /** The requests among them. */
  readonly requests?: readonly ReportedRequest[];
  readonly count: number;
  /** The reason for which it is ignored. */
  readonly ignored?: string | undefined;
}

/** The sentence and the first requests. Brackets would make links. */
const messageOf = ({ sentence, requests = [], count }: Problem): string =>
  [sentence, ...requestLines({ requests, requestCount: requests.length === 0 ? 0 : count })]
    .join('\n')
    .replace(/[\\[\]]/g, '\\$&');

/** Problems as SARIF 2.1.0. */
export function sarif({ version, rules, problems, figures }: Problems): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'creator-sandbox',
            version,
            rules: rules.map(({ id, sentence, level }) => ({
              id,
              shortDescription: { text: sentence },
              defaultConfiguration: { level },
            })),
          },
        },
        results: problems.map((problem) => {
          const { rule, places, requests, count, ignored } = problem;
          const ruleIndex = rules.findIndex(({ id }) => id === rule);
          return {
            ruleId: rule,
            ruleIndex,
            level: rules[ruleIndex]?.level,
            occurrenceCount: count,
            message: { text: messageOf(problem) },
            locations: [{ logicalLocations: places.map((name) => ({ name, kind: 'object' })) }],
            ...(requests && { properties: { requests } }),
            ...(ignored !== undefined && {
              suppressions: [{ kind: 'external', justification: ignored }],
            }),
          };
        }),
        properties: figures,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
