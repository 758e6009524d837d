import type { Assumption } from '../sandbox.ts';

/** So many are named; the rest is counted. */
const mostNamed = 10;

/**
 * On which assumed behaviours the answers of a run leaned, in one sentence; undefined where on none.
 * @param assumptions those that may mislead client code first
 * @param strictly whether the sandbox refused those
 */
export function assumptionsReport(assumptions: readonly Assumption[], strictly = false): string | undefined {
  if (assumptions.length === 0) return undefined;
  const names = assumptions.slice(0, mostNamed).map(({ id, strict }) => (strict === null ? id : `${id} (!)`));
  const more = assumptions.length - names.length;
  const behaviours = assumptions.length === 1 ? 'behaviour' : 'behaviours';
  const misleading = assumptions.some(({ strict }) => strict !== null)
    ? ` What is marked (!) may mislead client code: --strict ${strictly ? 'refused' : 'refuses'} it.`
    : '';
  return `Your calls leaned on ${assumptions.length} assumed ${behaviours}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. creator-sandbox decisions tells what they are.${misleading}`;
}
