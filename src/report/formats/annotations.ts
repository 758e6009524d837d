import type { CallSite } from '../../core/call-site.ts';
import { formatCount } from '../../core/count.ts';
import type { Report } from '../model.ts';
import { clientRules as rules, wasteRules } from '../rules.ts';
import { brokenRuleName, requestLines } from './parts.ts';

/** A finding at a line of the client's code. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  readonly callSite: CallSite;
}

/** The broken client rules and the waste whose lines are known. */
export const annotationsOf = ({ clientRules, waste }: Report): Annotation[] => [
  ...clientRules.flatMap((broken): Annotation[] => {
    const { rule, callSite, severity, sentence, ignored } = broken;
    if (!callSite || ignored !== undefined) return [];
    const message = [sentence, rules[rule].help, ...requestLines(broken)].join('\n');
    return [{ level: severity, title: brokenRuleName(broken), message, callSite }];
  }),
  ...waste.flatMap((each): Annotation[] => {
    const { rule, callSite, operation, credits } = each;
    if (!callSite) return [];
    const title = `${formatCount(credits, 'credit')} wasted: ${rule}`;
    const message = [`${operation}: ${wasteRules[rule].sentence}`, ...requestLines(each)].join('\n');
    return [{ level: 'notice', title, message, callSite }];
  }),
];

/** GitHub shows no more of each level in one step. */
const maxOfLevel = 10;

/**
 * The workflow commands by which a GitHub job shows annotations at their lines.
 * @param folder the path of the working folder within its repository; empty at its root
 */
export const workflowCommands = (annotations: readonly Annotation[], folder: string): string[] =>
  [...Map.groupBy(annotations, ({ level }) => level).values()].flatMap((same) =>
    same
      // All call sites beyond those that are kept are no place.
      .filter(({ callSite }) => callSite.line > 0)
      .slice(0, maxOfLevel)
      .map((each) => workflowCommand(each, folder)),
  );

function workflowCommand({ level, title, message, callSite }: Annotation, folder: string): string {
  const { file, line, column } = callSite;
  const properties = [
    `file=${escapedProperty(folder === '' ? file : `${folder}/${file}`)}`,
    `line=${line}`,
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${escapedProperty(title)}`,
  ];
  return `::${level} ${properties.join(',')}::${escapedData(message)}`;
}

const escapedData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapedProperty = (text: string): string =>
  escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
