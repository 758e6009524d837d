import { Type } from '@sinclair/typebox';
import { Refusal } from '../../core/errors.ts';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { choice } from '../../core/schema.ts';
import { isObject } from '../../core/values.ts';
import { Post, postRecords } from '../../creators/records/posts.ts';
import type { World } from '../../creators/world/world.ts';
import type { Body } from '../http/body.ts';
import type { Deps } from '../http/deps.ts';
import type { AnswerRequest } from '../http/endpoint.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { cachedJson, fullPriceOf, meter } from '../http/metered.ts';
import { requiredText } from './lookup.ts';
import { platformFrom } from './platform.ts';
import { type PostName, postNameIn } from './post-link.ts';
import { succeed } from './replies.ts';

/** GET /v2/getPostById (observed). */
export const postById: MakeEndpoints = (deps) => ({
  operation: 'v2/getPostById',
  method: 'GET',
  parameters: Type.Object({
    postId: Type.String({ minLength: 1, description: 'Id of the content.' }),
    platform: choice(platformsByName, 'The platform of the content.'),
  }),
  validated: false,
  reply: Post,
  about: { summary: 'A content by its id', sample: { postId: 'shanvideo01', platform: 'tube' } },
  answer: (request) => {
    const { call, given } = request;
    const id = requiredText(given, 'postId');
    const platform = platformFrom(deps, call, isObject(given) ? given['platform'] : undefined);
    return answerPost(deps, request, { platform, id });
  },
});

/** GET /v2/getPostByLink (observed). */
export const postByLink: MakeEndpoints = (deps) => ({
  operation: 'v2/getPostByLink',
  method: 'GET',
  parameters: Type.Object({
    postLink: Type.String({ minLength: 1, description: 'Link to the content.' }),
  }),
  validated: false,
  reply: Post,
  about: {
    summary: 'A content by its link',
    sample: { postLink: 'https://video.example/watch?v=shanvideo01' },
  },
  answer: (request) => answerPost(deps, request, postNameIn(requiredText(request.given, 'postLink'))),
});

/** @throws Refusal `postNotFound` if no listed content of the world has this name */
function answerPost(
  deps: Pick<Deps, 'world' | 'prices' | 'jsonCache'>,
  { call, tx }: AnswerRequest,
  name: PostName | undefined,
): Body {
  const receipt = meter(deps, tx, call, fullPriceOf(deps, call), () => {
    if (!name) throw new Refusal('postNotFound');
    const { platform, id } = name;
    const json = cachedJson(deps, call, `${platform} ${id}`, ({ world, shiftMs }) =>
      recordOf(world, platform, id, shiftMs),
    );
    return { json };
  });
  return succeed(call, receipt);
}

function recordOf<On extends Platform>(world: World, platform: On, id: string, shiftMs: number): Post {
  const post = world.post(platform, id);
  if (!post) throw new Refusal('postNotFound');
  return postRecords[platform](post, shiftMs);
}
