import type { Assumption } from '../client/sandbox-interface.ts';
import { ownCommand } from '../system/own-command.ts';

const maxNames = 10;

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
