import { type TSchema, Type } from '@sinclair/typebox';
import { Refusal } from '../../core/errors.ts';
import type { OperationId } from '../../core/operations.ts';
import { choice } from '../../core/schema.ts';
import type { Outcome } from '../../faults/outcomes.ts';
import type {
  DocumentedRefusals,
  DocumentSchemas,
  FailureResponses,
  GenerationDocument,
  JsonObject,
} from '../http/generation-document.ts';
import { Envelope, ErrorReply, FailedCheck, Shortfall } from './envelope.ts';
import { type Refusal3, type RefusalKind3, refusals } from './refusals.ts';
import { errorOf } from './replies.ts';

/** The part of generation 3's OpenAPI document that its routes do not declare. */
export const document: GenerationDocument = {
  note: 'A path or method that does not exist answers 404 without envelope: `success`, `error`, `message` and the list `availableEndpoints`. `fields` is refused by every operation that does not list it.',
  envelope: Envelope,
  // contract 4.3(4)
  withoutFields: { not: { properties: { fields: {} }, required: ['fields'] } },
  failures,
};

function failures(schemas: DocumentSchemas, about: DocumentedRefusals): FailureResponses {
  const shared = new Map<string, JsonObject>();

  function response(id: OperationId, codes: readonly string[]): JsonObject {
    const kinds = (Object.keys(refusals) as RefusalKind3[]).filter((kind) =>
      codes.includes(refusals[kind].errorCode),
    );
    const [first] = kinds as [RefusalKind3];
    const { status, error } = refusals[first];
    const forced = status === 404 && !looksUp(about.sampleOf(id));
    const name = responseName(error, codes, forced);
    shared.set(name, {
      description: `${forced ? forcedNotFound : meanings[status]} ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      content: {
        'application/json': {
          schema: {
            allOf: [schemas.named('ErrorReply', ErrorReply)],
            ...schemas.render(
              Type.Object({
                errorCode: choice(codes, 'Clients branch on this.'),
                ...detailsOf(schemas, status),
              }),
            ),
          },
          examples: Object.fromEntries(
            kinds.map((kind) => [kind, { value: refusalExample(kind, about.now) }]),
          ),
        },
      },
    });
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    of(id) {
      const byStatus = Map.groupBy(outcomesOf(id, about), ({ status }) => status);
      return Object.fromEntries(
        [...byStatus].map(([status, outcomes]) => [
          status,
          response(
            id,
            outcomes.map(({ errorCode }) => errorCode),
          ),
        ]),
      );
    },
    components: () => Object.fromEntries(shared),
  };
}

const refusalExample = (kind: RefusalKind3, now: number): object =>
  errorOf({ now, traceId: '0'.repeat(32) }, new Refusal(kind, aboutOf(kind))).body;

const responseName = (error: string, codes: readonly string[], forced: boolean): string =>
  codes.includes('SUBTITLE_VIDEO_NOT_FOUND') ? 'SubtitleNotFoundError' : `${forced ? 'Forced' : ''}${error}`;

/** Only a request that names a record can fail to find it. */
const looksUp = (sample: object): boolean =>
  ['uniqueId', 'channelId', 'videoId', 'brandId'].some((name) => name in sample);

const forcedNotFound = 'Only when it is forced: nothing is looked up by an id here.';

/** Without the permission every operation refuses `fields`, also those that take none (contract 4.3(1)). */
function outcomesOf(id: OperationId, { outcomes }: DocumentedRefusals): readonly Outcome[] {
  const all = outcomes.of(id);
  const { status, errorCode } = refusals.fractionalNotEnabled;
  if (all.some((outcome) => outcome.errorCode === errorCode)) return all;
  return [...all, { status, errorCode }].sort((a, b) => a.status - b.status);
}

const meanings: Record<Refusal3['status'], string> = {
  400: 'The request is not valid; `details` names every failed check.',
  401: 'The key is missing or not recognised.',
  402: 'Not enough credits, or the spend limit of the key is reached. Nothing partial is returned.',
  403: 'The key may not do this.',
  404: 'There is nothing under this id. (An unknown path answers 404 too, without an errorCode and with the list availableEndpoints.)',
  409: 'A conflict with the current state; in a sandbox only when it is forced.',
  429: 'Too many requests, or too many submissions in a day. Neither Retry-After nor rate headers are sent.',
  500: 'An unexpected failure, without detail.',
  503: 'Unavailable for now; in a sandbox only when it is forced, when the setting `withdrawn` names the operation, or while a stream is cut off by its end.',
};

function detailsOf(schemas: DocumentSchemas, status: Refusal3['status']): Record<string, TSchema> {
  const list = (item: JsonObject) => Type.Array(Type.Unsafe(item), { minItems: 1 });
  if (status === 400) return { details: list(schemas.named('FailedCheck', FailedCheck)) };
  // contract 7.2(6): absent where the spend limit refuses
  if (status === 402) return { details: Type.Optional(list(schemas.named('Shortfall', Shortfall))) };
  return {};
}

function aboutOf(kind: RefusalKind3): ConstructorParameters<typeof Refusal>[1] {
  switch (kind) {
    case 'invalid':
      return {
        problems: [{ field: 'uniqueId', message: "Missing required field: 'uniqueId'.", code: 'required' }],
      };
    case 'insufficientCredits':
      return { shortfall: { required: 10_000, available: 3_500 } };
    default:
      return {};
  }
}
