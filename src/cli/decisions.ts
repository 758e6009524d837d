import { UsageError } from '../core/errors.ts';
import { decisionsByRoom } from '../decisions.ts';
import { type Decision, shown } from '../register/decision.ts';
import { exitCode, type Io } from './io.ts';

/** Prints what the sandbox does that the specification does not say; needs none to run. */
export function printDecisions(flags: Record<string, unknown>, io: Io): number {
  const { tag, json } = flags;
  if (tag !== undefined && tag !== 'observed' && tag !== 'assumed')
    throw new UsageError(`--tag cannot be "${tag}": it takes observed or assumed.`);
  const wanted = (decision: Decision): boolean =>
    (tag === undefined || decision.tag === tag) && (!flags['strict'] || decision.strict !== undefined);
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

/** One line, and for what a strict sandbox refuses another that says why. */
function entry({ id, what, tag, knob, strict }: Decision): string {
  const line = `  ${id.padEnd(26)}${tag.padEnd(10)}${what}${knob === undefined ? '' : ` (${knob})`}`;
  return strict === undefined ? line : `${line}\n${' '.repeat(28)}strict    ${strict}`;
}
