import { Type } from '@sinclair/typebox';
import { platforms } from '../core/platforms.ts';
import { choice, closed, closedAs } from '../core/schema.ts';
import { creatorTerms, readCreatorTerms } from '../creators/search/creator-terms.ts';
import { type FoundCreator, findCreators } from '../creators/search/find-creators.ts';
import type { Deps } from '../service/http/deps.ts';
import type { Scope } from '../service/http/scope.ts';
import { Problem, problems } from './problem.ts';

const CreatorQuery = Type.Object(
  Object.fromEntries(
    Object.entries(creatorTerms).map(([name, description]) => [
      name,
      Type.Optional(Type.String({ description })),
    ]),
  ),
  closed,
);

const FoundCreators = Type.Object(
  {
    creators: Type.Array(
      Type.Object(
        {
          platform: choice(platforms),
          handle: Type.String(),
          id: Type.String({ description: 'The handle; on tube the channel id.' }),
          displayName: Type.String(),
          bio: Type.String(),
          followers: Type.Integer(),
          following: Type.Integer(),
          country: Type.String({ description: 'Three letters; empty if unknown.' }),
          language: Type.String({ description: 'The main one, three letters.' }),
          niches: Type.Array(Type.String()),
          edge: Type.Optional(Type.Array(Type.String(), { description: 'The rare traits of the creator.' })),
        },
        closedAs('FoundCreator'),
      ),
    ),
  },
  closed,
);

/** Finds creators to test with. No key, no charge, and neutral words in every vocabulary. */
export function addCreatorRoute(
  app: Scope,
  { world, searches, clock, loopShare }: Pick<Deps, 'world' | 'searches' | 'clock' | 'loopShare'>,
): void {
  app.get(
    '/world/creators',
    {
      schema: {
        summary:
          'Creators of the world that meet all terms, those with most followers first. Free of charge.',
        querystring: CreatorQuery,
        response: { 200: FoundCreators, ...problems(400, 422) },
      },
    },
    async ({ query }): Promise<{ creators: FoundCreator[] }> => {
      try {
        const view = world.on(clock.now());
        await view.ready();
        const terms = readCreatorTerms(query as Record<string, string>);
        return { creators: await findCreators(view, terms, { loopShare, searches: searches.of(view) }) };
      } catch (error) {
        if (error instanceof RangeError) throw new Problem(422, error.message);
        throw error;
      }
    },
  );
}
