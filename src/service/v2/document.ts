import { Refusal, type RefusalKind, type RefusalTable } from '../../core/errors.ts';
import type { Operation } from '../../core/operations.ts';
import type { GenerationDocument } from '../http/generation-document.ts';
import { Envelope, Failure } from './envelope.ts';
import { failure } from './replies.ts';

/** The part of generation 2's OpenAPI document that its routes do not declare. */
export const documentWith = (refusals: RefusalTable): GenerationDocument => ({
  note: 'Every failure has one status and is told apart by its `error` string.',
  envelope: Envelope,
  failures: (schemas, { outcomes, operation, now }) => ({
    of(id) {
      const all = outcomes.of(id);
      const [{ status }] = all as [(typeof all)[number]];
      const possible = refusalsOf(refusals, operation(id));
      return {
        [status]: {
          description: `Refused: ${possible.map(([code]) => `\`${code}\``).join(', ')}. Any other error string only when it is forced.`,
          content: {
            'application/json': {
              schema: schemas.named('Failure', Failure(all.map(({ errorCode }) => errorCode))),
              examples: Object.fromEntries(
                possible.map(([code, kind]) => [
                  code,
                  { value: failure(refusals, { now }, new Refusal(kind)).body },
                ]),
              ),
            },
          },
        },
      };
    },
    components: () => ({}),
  }),
});

/** The error strings that an operation can answer without being forced, each with a kind. */
function refusalsOf(refusals: RefusalTable, operation: Operation): [code: string, kind: RefusalKind][] {
  const kinds = (Object.keys(refusals) as RefusalKind[]).filter((kind) => canAnswer(operation, kind));
  return [...new Map(kinds.map((kind) => [refusals[kind]?.errorCode ?? '', kind]))];
}

function canAnswer({ id, methods, platform }: Operation, kind: RefusalKind): boolean {
  const [posts, searches] = [methods.includes('POST'), id.endsWith('AdvancedSearch')];
  switch (kind) {
    case 'invalidSort':
    case 'invalidFilter':
    case 'invalidFilterValue':
      return searches;
    case 'unreadableBody':
      return posts;
    case 'invalid':
      return id !== 'v2/apiStatus';
    case 'clipNotFound':
    case 'gramNotFound':
    case 'tubeNotFound':
      return !posts && kind === `${id === 'v2/contactInformation' ? 'tube' : platform}NotFound`;
    case 'emailNotFound':
      return id === 'v2/tubeEmail';
    case 'postNotFound':
      return id.startsWith('v2/getPost');
    default:
      return true;
  }
}
