import { Type } from '@sinclair/typebox';
import type { Platform } from '../../core/platforms.ts';
import { NicheList, nicheItem } from '../../creators/records/niche-item.ts';
import type { CountedNiche, World } from '../../creators/world/world.ts';
import type { Deps } from '../http/deps.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { cachedJson, fullPriceOf, meter } from '../http/metered.ts';
import { route } from './route.ts';

/** /{platform}/niches (observed). */
export const niches =
  (platform: Platform): MakeEndpoints =>
  (deps) =>
    serveList(deps, `${platform}/niches`, `Niches of ${creatorsOn[platform]}`, (world) =>
      world.niches(platform),
    );

/** /tube/topics (observed). */
export const topics: MakeEndpoints = (deps) =>
  serveList(deps, 'tube/topics', 'Topics of tube channels', (world) => world.topics());

const creatorsOn = { gram: 'gram creators', clip: 'clip creators', tube: 'tube channels' } as const;

const NoParameters = Type.Object({});

/** A list without parameters: any query parameter is refused (observed). */
function serveList(
  deps: Pick<Deps, 'world' | 'ledger' | 'prices' | 'jsonCache'>,
  operation: `${Platform}/niches` | 'tube/topics',
  summary: string,
  list: (world: World) => readonly CountedNiche[],
): Endpoint {
  const about = { summary, sample: {}, notes: ['Any query parameter is refused.'] };

  return route(
    { operation, method: 'GET', parameters: NoParameters, reply: NicheList, check: unrecognized, about },
    ({ tx, call }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => ({
        json: cachedJson(deps, call, '', ({ world }) =>
          list(world).map((niche) => nicheItem(niche, niche.channelCount)),
        ),
      })),
  );
}

/** `fields` is not listed, because it has a refusal of its own. */
const unrecognized = (query: object) =>
  Object.keys(query)
    .filter((name) => name !== 'fields')
    .map((name) => ({
      field: name.slice(0, 64),
      message: 'Unrecognized query parameter.',
      code: 'unrecognized_key',
    }));
