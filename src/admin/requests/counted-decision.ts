import { nearestHint } from '../../core/nearest.ts';
import type { Deps } from '../../service/http/deps.ts';
import { Problem } from '../problem.ts';

/** @throws Problem 422 for an id of a decision that no single reply can have */
export function assertCounted({ decisions }: Pick<Deps, 'decisions'>, id: string): void {
  const found = decisions.all.find((decision) => decision.id === id);
  const ids = decisions.all.map((decision) => decision.id);
  if (!found) throw new Problem(422, `There is no such decision${nearestHint(id, ids)}.`);
  if (found.reliedOnBy === 'general')
    throw new Problem(422, `${id} is general: it applies to the sandbox, not to single replies.`);
}
