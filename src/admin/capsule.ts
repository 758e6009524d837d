import { Type } from '@sinclair/typebox';
import type { Scope } from '../service/http/scope.ts';
import { Problem, problems } from './problem.ts';

/** The run so far as a capsule; undefined in a sandbox that records none. */
export type CapsuleSource = (() => object) | undefined;

/** Hands out what repeats the run: `creator-sandbox replay` reads it. */
export const addCapsuleRoute =
  (source: CapsuleSource) =>
  (app: Scope): void => {
    app.get(
      '/capsule',
      {
        schema: {
          summary:
            'The run so far, for `creator-sandbox replay`: only in a sandbox with the setting `recordCapsule`. It holds stand-ins for keys.',
          response: {
            200: Type.Unsafe<object>({ type: 'object', description: 'A capsule.' }),
            ...problems(409),
          },
        },
      },
      () => {
        if (!source)
          throw new Problem(409, 'This sandbox records no capsule: start it with --record-capsule.');
        return source();
      },
    );
  };
