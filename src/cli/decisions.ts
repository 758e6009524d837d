import { decisionsBySubject } from '../app/decisions.ts';
import { type Decision, decisionView } from '../core/decisions/decision.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { nearestHint } from '../core/nearest.ts';
import { exitCode, type Io, noPaint } from './io.ts';
import { formatSheet } from './table.ts';

/** The flags of `decisions`, as commander parses them. */
export interface DecisionFlags {
  tag?: Decision['tag'];
  strict?: true;
  json?: true;
}

/** Prints the behaviours that the contract leaves open, or all about one of them. @throws UsageError */
export function printDecisions(id: string | undefined, { tag, strict, json }: DecisionFlags, io: Io): number {
  const isSelected = (decision: Decision): boolean =>
    (id === undefined || decision.id === id) &&
    (tag === undefined || decision.tag === tag) &&
    (!strict || decision.strict !== undefined);
  const subjects = decisionsBySubject.map(
    ([about, decisions]) => [about, decisions.filter(isSelected)] as const,
  );
  const list = subjects.flatMap(([about, decisions]) =>
    decisions.map((each) => ({ about, ...decisionView(each) })),
  );
  const ids = decisionsBySubject.flatMap(([, decisions]) => decisions.map((each) => each.id));
  if (id !== undefined && !ids.includes(id))
    throw new UsageError(`There is no decision '${id}'${nearestHint(id, ids)}.`);

  const [only] = list;
  if (json) io.stdout.write(indentedJson(id === undefined ? list : only));
  else if (id !== undefined && only) {
    const entries = Object.entries(only).flatMap(([name, value]): [string, string][] =>
      value === null || value === undefined
        ? []
        : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    );
    io.stdout.write(`${formatSheet(entries, io.stdout.paint ?? noPaint).join('\n')}\n`);
  } else {
    const found = subjects.filter(([, decisions]) => decisions.length > 0);
    const sections = found.map(([about, decisions]) => section(about, decisions));
    io.stdout.write(`${sections.join('\n\n') || 'None.'}\n`);
  }
  return exitCode.ok;
}

const section = (about: string, decisions: readonly Decision[]): string =>
  [about, ...decisions.map(decisionLines)].join('\n');

/** A line, and a second one with the reason if a strict sandbox refuses the call. */
function decisionLines({ id, what, tag, setting, strict }: Decision): string {
  const line = `  ${id.padEnd(26)}${tag.padEnd(10)}${what}${setting === undefined ? '' : ` (${setting})`}`;
  return strict === undefined ? line : `${line}\n${' '.repeat(28)}strict    ${strict}`;
}
