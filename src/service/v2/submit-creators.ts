import { Type } from '@sinclair/typebox';
import { Refusal } from '../../core/errors.ts';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { choice } from '../../core/schema.ts';
import { isObject } from '../../core/values.ts';
import type { RecognisedCall } from '../http/call.ts';
import type { Deps, OperationDeps } from '../http/deps.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { meterRecorded, toJson } from '../http/metered.ts';
import { maxCreatorsPerDay, submitCreatorIds as submit } from '../http/submitted-creators.ts';
import { platformFrom } from './platform.ts';
import { succeed } from './replies.ts';

/** The accepted ids: those that the service did not have yet, as they were sent. */
export const SubmittedIds = Type.Array(Type.String(), {
  description: 'The ids that were taken, as they were sent.',
});

/** POST /v2/submitCreators: asks the service to add creators (observed). */
export function submitCreators(deps: OperationDeps): Endpoint {
  const operation = 'v2/submitCreators';

  return {
    operation,
    method: 'POST',
    readsCalls: true,
    parameters: Submission,
    validated: false,
    reply: SubmittedIds,
    about: aboutSubmission,
    answer: ({ call, tx, given }) => {
      const { platform, ids } = submissionOf(deps, call, given);
      const recorded = meterRecorded(deps, tx, call);
      if (recorded) return succeed(call, recorded);
      const { creators, charged, balance } = submit(deps, tx, call, platform, ids);
      const accepted = ids.filter((_, index) => creators[index]?.status === 'accepted');
      return succeed(call, { json: toJson(call, accepted), charged, balance });
    },
  };
}

const aboutSubmission = {
  summary: 'Submit creators',
  sample: { platform: 'clip', platformUserIds: ['nobody.knows'] },
  notes: [`A key submits ${maxCreatorsPerDay} ids a UTC day at most.`],
};

function submissionOf(
  deps: Pick<Deps, 'decisions'>,
  call: RecognisedCall,
  body: unknown,
): { platform: Platform; ids: readonly string[] } {
  if (!isObject(body)) throw new Refusal('unreadableBody');
  const { platform, platformUserIds: ids } = body;
  const known = platformFrom(deps, call, platform);
  if (!isTexts(ids)) throw new Refusal('invalid');
  return { platform: known, ids };
}

const Submission = Type.Object({
  platform: choice(platformsByName, 'The platform of the creators.'),
  platformUserIds: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    maxItems: maxCreatorsPerDay,
    description: 'Handles, or channel ids on tube.',
  }),
});

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isText);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
