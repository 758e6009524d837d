import { Type } from '@sinclair/typebox';
import { platformsByName } from '../../core/platforms.ts';
import { choice } from '../../core/schema.ts';
import { isObject } from '../../core/values.ts';
import { topicTable as record, TopicTable } from '../../creators/records/topic-table.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { cachedJson, fullPriceOf, meter } from '../http/metered.ts';
import { platformFrom } from './platform.ts';
import { succeed } from './replies.ts';

/** GET /v2/topicTable: the niches and topics of a platform (observed). */
export const topicTable: MakeEndpoints = (deps) => {
  const operation = 'v2/topicTable';

  return {
    operation,
    method: 'GET',
    parameters: Parameters,
    validated: false,
    reply: TopicTable,
    about: { summary: 'Niches and topics of a platform', sample: { platform: 'tube' } },
    answer: ({ call, tx, given }) => {
      const { platform: name = 'tube' } = isObject(given) ? given : {};
      const platform = platformFrom(deps, call, name);
      const receipt = meter(deps, tx, call, fullPriceOf(deps, call), () => ({
        json: cachedJson(deps, call, platform, ({ world }) =>
          record(world.niches(platform), platform === 'tube' ? world.topics() : []),
        ),
      }));
      return succeed(call, receipt);
    },
  };
};

const Parameters = Type.Object({
  platform: Type.Optional(choice(platformsByName, 'The platform; tube if absent.')),
});
