import { createHash } from 'node:crypto';
import type { CallSite } from '../../core/call-site.ts';
import { indentedJson } from '../../core/json-text.ts';
import type { ReportedRequest } from '../model.ts';
import { requestLines } from './parts.ts';
import { type SourceFiles, toUri, uriOf, usualSources } from './source-files.ts';

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
  /** What to change. */
  readonly help: string;
  readonly level: 'error' | 'warning' | 'note';
}

export interface Problem {
  /** The id of its rule. */
  readonly rule: string;
  /** What tells it from other problems of its rule, in this run and in others; absent if a rule has only one. */
  readonly subject?: string;
  readonly sentence: string;
  /** The names of the requests, operations or runs that show it. */
  readonly places: readonly string[];
  /** The requests among them. */
  readonly requests?: readonly ReportedRequest[];
  /** The client's code that is behind it. */
  readonly callSite?: CallSite;
  readonly count: number;
  /** The reason for which it is ignored. */
  readonly ignored?: string | undefined;
}

/** Problems as SARIF 2.1.0, with all that GitHub needs to show them. */
export function sarif(
  { version, rules, problems, figures }: Problems,
  sources: SourceFiles = usualSources,
): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'creator-sandbox', version, rules: rules.map(descriptorOf) } },
        results: problems.map((problem) => resultOf(problem, rules, sources)),
        properties: figures,
      },
    ],
  };
  return indentedJson(log);
}

const descriptorOf = ({ id, sentence, help, level }: ProblemRule) => ({
  id,
  shortDescription: { text: sentence },
  fullDescription: { text: sentence },
  help: { text: help, markdown: `${sentence}\n\n${help}` },
  defaultConfiguration: { level },
  properties: {
    tags: ['creator-sandbox'],
    precision: 'very-high',
    'problem.severity': level === 'note' ? 'recommendation' : level,
  },
});

function resultOf(problem: Problem, rules: readonly ProblemRule[], sources: SourceFiles) {
  const { rule, subject = '', places, requests, count, ignored } = problem;
  const ruleIndex = rules.findIndex(({ id }) => id === rule);
  const [first, ...others] = placesOf(problem, sources);
  return {
    ruleId: rule,
    ruleIndex,
    level: rules[ruleIndex]?.level,
    occurrenceCount: count,
    message: { text: messageOf(problem) },
    locations: [
      {
        physicalLocation: first,
        logicalLocations: places.map((name) => ({ name, kind: 'object' })),
      },
    ],
    ...(others.length > 0 && {
      relatedLocations: others.map((physicalLocation) => ({ physicalLocation })),
    }),
    partialFingerprints: { primaryLocationLineHash: `${hashOf(`${rule} ${subject}`)}:1` },
    ...(requests && { properties: { requests } }),
    ...(ignored !== undefined && {
      suppressions: [{ kind: 'external', justification: ignored }],
    }),
  };
}

/** Its call site, then the files of its tests. All call sites beyond those that are kept are no place. */
function placesOf(problem: Problem, sources: SourceFiles): object[] {
  const files = filesOf(problem, sources).map(beginningOf);
  const { callSite } = problem;
  if (!callSite || callSite.line === 0) return files;
  const { file, line, column } = callSite;
  const tests = problem.requests?.some(({ test }) => uriOf(test, sources) !== undefined) ? files : [];
  return [
    {
      artifactLocation: { uri: toUri(sources.folder, file) },
      region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
    },
    ...tests,
  ];
}

/** The files of its tests, in an order that stays; the settings file where no test is known. */
function filesOf({ requests = [] }: Problem, sources: SourceFiles): string[] {
  const files = new Set(requests.flatMap(({ test }) => uriOf(test, sources) ?? []));
  return files.size > 0 ? [...files].sort() : [sources.settingsUri];
}

const beginningOf = (uri: string) => ({
  artifactLocation: { uri },
  region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The sentence and the first requests. What a client sent must not become a link: `[text](address)`. */
const messageOf = ({ sentence, requests = [], count }: Problem): string =>
  [sentence, ...requestLines({ requests: [...requests], requestCount: requests.length === 0 ? 0 : count })]
    .join('\n')
    .replaceAll('](', '\\](');
