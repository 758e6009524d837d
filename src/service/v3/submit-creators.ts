import { Type } from '@sinclair/typebox';
import type { Platform } from '../../core/platforms.ts';
import { choice } from '../../core/schema.ts';
import { object, record, text } from '../../creators/records/atoms.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { meterRecorded, toJson } from '../http/metered.ts';
import { maxCreatorsPerDay, submitCreatorIds as submitIds } from '../http/submitted-creators.ts';
import { route } from './route.ts';

/** /{platform}/submitCreators: ids in, the status of each out, in the order of the request (observed). */
export const submitCreators =
  (platform: Platform): MakeEndpoints =>
  (deps) => {
    const operation = `${platform}/submitCreators` as const;
    const [many, one, existing] = idFields[platform];
    const about = {
      ...documents[platform],
      notes: [`A key submits ${maxCreatorsPerDay} ids a UTC day at most.`],
    };
    const parameters = Type.Object({
      [many]: Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        description: 'Creators that the service should take in.',
      }),
    });

    return route(
      { operation, method: 'POST', parameters, reply: submittedCreators(platform), about, readsCalls: true },
      ({ tx, call, parameters: body }) => {
        const ids = body[many] ?? [];
        const recorded = meterRecorded(deps, tx, call);
        if (recorded) return recorded;
        const { creators, charged, balance } = submitIds(deps, tx, call, platform, ids);
        const results = creators.map(({ status, existing: id }, index) => ({
          // the id as it was sent (assumed: submit-as-sent)
          [one]: ids[index],
          status,
          ...(id !== undefined && { [existing]: id }),
        }));
        return { json: toJson(call, { results }), charged, balance };
      },
    );
  };

const handles = ['sample.creator', 'nobody.knows', 'not a handle'];

const documents = {
  gram: { summary: 'Submit gram creators', sample: { uniqueIds: handles } },
  clip: { summary: 'Submit clip creators', sample: { uniqueIds: handles } },
  tube: {
    summary: 'Submit tube channels',
    sample: { channelIds: ['UCsample-creator00000000', 'UCnobody-knows0000000000', 'not a channel'] },
  },
};

/** The envelope's `data`. */
function submittedCreators(platform: Platform) {
  const [, one, existing] = idFields[platform];
  const name = platform === 'tube' ? 'SubmittedChannels' : 'SubmittedCreators';
  return record(name, 'The results for the submitted creators.', {
    results: Type.Array(
      object('The result for a creator, in the order of the request.', {
        [one]: text('The id as it was sent.'),
        status: choice(['accepted', 'done', 'rejected'], '`done`: there already, or submitted before.'),
        [existing]: Type.Optional(text('The id under which it is there; absent when it is not.')),
      }),
    ),
  });
}

/** Field names: the ids in the body, the id in a result, the id of a creator that exists already. */
const idFields = {
  clip: ['uniqueIds', 'uniqueId', 'existingUniqueId'],
  gram: ['uniqueIds', 'uniqueId', 'existingUniqueId'],
  tube: ['channelIds', 'channelId', 'existingChannelId'],
} as const satisfies Record<Platform, readonly [string, string, string]>;
