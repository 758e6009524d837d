import type { Logger } from 'pino';
import type { Assumption, Sandbox } from '../client/sandbox-interface.ts';
import type { Settings } from '../core/settings.ts';
import { headLine } from '../report/formats/parts.ts';
import { ownCommand } from '../system/own-command.ts';
import type { Io } from './io.ts';

/** Prints the figures with which `start` ends on a terminal, or logs them. */
export function showEnd(
  sandbox: Sandbox,
  { strict, journal }: Pick<Settings, 'strict' | 'journal'>,
  io: Io,
  log: Logger,
): void {
  const show = (text: string, fields: object) => {
    if (io.stdout.isTTY) io.stderr.write(`${text}\n`);
    else log.info(fields, text);
  };
  const report = journal > 0 ? sandbox.reportNow() : undefined;
  if (report) show(headLine(report), { requests: report.receipt.calls, credits: report.receipt.credits });
  const assumptions = sandbox.assumptions();
  const text = assumptionsReport(assumptions, strict);
  if (text !== undefined) show(text, { assumptions: assumptions.map(({ id }) => id) });
}

/**
 * The assumptions that the calls of a run relied on, in one line; undefined when there are none.
 * @param assumptions those that may mislead client code first
 * @param strictly whether the sandbox refused the calls that rely on those
 */
export function assumptionsReport(assumptions: readonly Assumption[], strictly = false): string | undefined {
  const count = assumptions.length;
  if (count === 0) return undefined;
  const names = assumptions.slice(0, maxNames).map(({ id, strict }) => (strict === null ? id : `${id} (!)`));
  const more = count > maxNames ? ` and ${count - maxNames} more` : '';
  const misleading = assumptions.some(({ strict }) => strict !== null)
    ? ` (!) may mislead client code: --strict ${strictly ? 'refused' : 'refuses'} such calls.`
    : '';
  const [noun, pronoun] = count === 1 ? ['assumption', 'it'] : ['assumptions', 'them'];
  return `Your calls relied on ${count} ${noun}: ${names.join(', ')}${more}. Run \`${ownCommand} decisions\` to read ${pronoun}.${misleading}`;
}

const maxNames = 10;
