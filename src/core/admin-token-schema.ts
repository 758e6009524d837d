import { Type } from '@sinclair/typebox';
import { tokenScopes } from './admin-tokens.ts';
import { choice, closed } from './schema.ts';

const limitOfToken = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description }));

/** The setting `adminTokens`. */
export const AdminTokens = Type.Array(
  Type.Object(
    {
      name: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: 'Its name in the audit.' }),
      scope: choice(tokenScopes, {
        description:
          'read: sees everything and changes nothing. own: sees and changes the keys whose labels match. all: may do everything.',
      }),
      labels: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          minItems: 1,
          maxItems: 20,
          description: 'Labels of the keys of an own token; a star stands for any characters: team-a-*.',
        }),
      ),
      digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the token, in hex.' }),
      maxKeys: limitOfToken('Keys that there may be at once.'),
      maxRules: limitOfToken('Fault rules that there may be at once.'),
      maxWatchers: limitOfToken('Event streams and waits that may be open at once.'),
    },
    closed,
  ),
  {
    maxItems: 100,
    description:
      'Tokens of teams, each with a scope: JSON, as `creator-sandbox tokens create` prints it. Then every admin call needs one of them, or adminToken.',
  },
);
