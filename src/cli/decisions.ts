import { decisionsByRoom } from '../decisions.ts';
import { type Decision, shown } from '../register/decision.ts';
import { exitCode, type Io } from './io.ts';

/** The flags of `decisions`, as commander parses them. */
interface DecisionFlags {
  tag?: Decision['tag'];
  strict?: true;
  json?: true;
}

/** Prints the behaviours that the specification leaves open. */
export function printDecisions({ tag, strict, json }: DecisionFlags, io: Io): number {
  const wanted = (decision: Decision): boolean =>
    (tag === undefined || decision.tag === tag) && (!strict || decision.strict !== undefined);
  const rooms = decisionsByRoom.map(([about, decisions]) => [about, decisions.filter(wanted)] as const);

  if (json) {
    const list = rooms.flatMap(([about, decisions]) => decisions.map((each) => ({ about, ...shown(each) })));
    io.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
  } else {
    const found = rooms.filter(([, decisions]) => decisions.length > 0);
    const sections = found.map(([about, decisions]) => section(about, decisions));
    io.stdout.write(`${sections.join('\n\n') || 'None.'}\n`);
  }
  return exitCode.ok;
}

const section = (about: string, decisions: readonly Decision[]): string =>
  [about, ...decisions.map(entry)].join('\n');

/** One line, and a second one with the reason when a strict sandbox refuses the call. */
function entry({ id, what, tag, knob, strict }: Decision): string {
  const line = `  ${id.padEnd(26)}${tag.padEnd(10)}${what}${knob === undefined ? '' : ` (${knob})`}`;
  return strict === undefined ? line : `${line}\n${' '.repeat(28)}strict    ${strict}`;
}
