import { type Static, Type } from '@sinclair/typebox';
import { choice, closed } from '../../core/schema.ts';
import { kindNames } from '../exploration/kinds.ts';
import { outcomeNames } from '../exploration/outcomes.ts';

/** A finding of `explore`, and how it was judged. */
export const CapsuleFinding = Type.Object(
  {
    kind: choice(kindNames),
    rule: Type.Optional(Type.String({ maxLength: 100, description: 'The client rule of the kind rule.' })),
    schedule: Type.Array(Type.String({ maxLength: 2_000 }), {
      minItems: 1,
      maxItems: 3,
      description: 'The faults: 503@clip/profile uniqueId=sample.creator#1.',
    }),
    mustSurvive: Type.Array(choice(outcomeNames), {
      maxItems: outcomeNames.length,
      description: 'The outcomes after which the command must end with 0.',
    }),
    maxCalls: Type.Optional(Type.Integer({ minimum: 1, description: 'A run with more calls is ended.' })),
    speed: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 999,
        description: 'Waits of the command took so many times less.',
      }),
    ),
  },
  closed,
);
export type CapsuleFinding = Static<typeof CapsuleFinding>;
