import { faultVerbs } from './verbs/faults.ts';
import { keyVerbs } from './verbs/keys.ts';
import { requestVerbs } from './verbs/requests.ts';
import { stateVerbs } from './verbs/state.ts';
import type { AdminVerb } from './verbs/verb.ts';

export const adminVerbs: readonly AdminVerb[] = [...keyVerbs, ...faultVerbs, ...stateVerbs, ...requestVerbs];

/** The verbs that have actions, in one line of the overview. */
export const summaries: Readonly<Record<string, string>> = {
  keys: 'List, create, change, top up and delete API keys.',
  faults: 'List, add, release and delete fault rules.',
  clock: 'Show, set and advance the clock.',
  requests: 'List, follow and count the requests that clients made.',
  snapshot: 'List, take, restore, export, import and delete snapshots.',
};

export const argumentHelp: Readonly<Record<string, string>> = {
  key: 'The API key, or its id.',
  json: 'One JSON object.',
  id: 'Id of the fault rule.',
  setting: 'real, frozen, x10 (speed), an instant (frozen there), +2h or -31d (offset), or JSON.',
  duration: 'The span, such as 2h or 31d.',
  terms: 'Filters such as operation=clip/profile or status=404.',
  name: 'Name of the snapshot.',
  file: 'File with the output of `snapshot export`.',
};
