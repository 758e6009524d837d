import { Refusal } from '../../core/errors.ts';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { noteDecision } from '../http/assumptions.ts';
import type { RecognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { v2Decisions } from './decisions.ts';

/** @throws Refusal `invalid` for anything but the name of a platform (assumed: v2-platform) */
export function platformFrom(deps: Pick<Deps, 'decisions'>, call: RecognisedCall, value: unknown): Platform {
  const known = platformsByName.find((each) => each === value);
  if (known) return known;
  if (typeof value === 'string' && value !== '') noteDecision(deps, call, v2Decisions['v2-platform']);
  throw new Refusal('invalid');
}
