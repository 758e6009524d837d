import { type TSchema, Type } from '@sinclair/typebox';
import { Refusal, type RefusalKind } from '../core/errors.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import { outcomesOf } from '../faults/outcomes.ts';
import type { Call } from '../http/call.ts';
import { oneOf } from '../records/atoms.ts';
import { clipCreator, gramCreator, tubeChannel } from '../v2/lookup.ts';
import { Failure as FailureReason } from '../v2/refusals.ts';
import { failure as failure2 } from '../v2/replies.ts';
import { refusals, type WireError } from '../v3/refusals.ts';
import { failure as failure3 } from '../v3/replies.ts';
import { ErrorReply, FailedCheck, Failure2, Shortfall } from './envelopes.ts';
import { sampleRequests } from './requests.ts';
import type { Json, SchemaRegister } from './schemas.ts';

/** The responses of a document for what an operation can refuse; equal ones stand once, under components. */
export interface FailureRegister {
  /** By status. */
  of(id: OperationId): Record<number, Json>;
  /** By name, whatever was referred to. */
  components(): Record<string, Json>;
}

type Kind = Exclude<RefusalKind, 'testOnly'>;

/** What the examples of failures depend on. */
interface Failing {
  v2Status: number;
  /** When they are refused. */
  now: number;
}

const refusedAt = (now: number): Call => ({
  operation: null,
  caller: null,
  now,
  traceId: '0'.repeat(32),
});

/** The refusals of generation 3. */
export function failures3(schemas: SchemaRegister, { v2Status, now }: Failing): FailureRegister {
  const at = refusedAt(now);
  const kept = new Map<string, Json>();

  function response(id: OperationId, codes: readonly string[]): Json {
    const kinds = (Object.keys(refusals) as Kind[]).filter((kind) =>
      codes.includes(refusals[kind].errorCode),
    );
    const [first] = kinds;
    if (first === undefined) throw new Error(`${codes} are no codes`);
    const { status, error } = refusals[first];
    const forced = status === 404 && !looksUp(id);
    const name = nameOf(error, codes, forced);
    kept.set(name, {
      description: `${forced ? forcedNotFound : meanings[status]} ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      content: {
        'application/json': {
          schema: {
            allOf: [schemas.named('ErrorReply', ErrorReply)],
            ...schemas.shown(
              Type.Object({
                errorCode: oneOf(codes, 'What clients branch on.'),
                ...detailsOf(schemas, status),
              }),
            ),
            unevaluatedProperties: false,
          },
          examples: Object.fromEntries(
            kinds.map((kind) => [kind, { value: failure3(at, new Refusal(kind, aboutOf(status))).body }]),
          ),
        },
      },
    });
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    of(id) {
      const byStatus = Map.groupBy(outcomes3(id, v2Status), ({ status }) => status);
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
    components: () => Object.fromEntries(kept),
  };
}

const nameOf = (error: string, codes: readonly string[], forced: boolean): string =>
  codes.includes('SUBTITLE_VIDEO_NOT_FOUND') ? 'SubtitleNotFoundError' : `${forced ? 'Forced' : ''}${error}`;

/** What names no record can miss none. */
const looksUp = (id: OperationId): boolean =>
  ['uniqueId', 'channelId', 'videoId', 'brandId'].some((name) => name in sampleRequests[id]);

const forcedNotFound = 'Only when it is forced: nothing is looked up by an id here.';

/** `fields` is refused without the permission also where the operation takes none (specification 4.3(1)). */
function outcomes3(id: OperationId, v2Status: number): { status: number; errorCode: string }[] {
  const outcomes = outcomesOf(id, v2Status);
  const { status, errorCode } = refusals.fractionalNotEnabled;
  if (outcomes.some((outcome) => outcome.errorCode === errorCode)) return outcomes;
  return [...outcomes, { status, errorCode }].sort((a, b) => a.status - b.status);
}

const meanings: Record<WireError['status'], string> = {
  400: 'The request is not valid; `details` names every failed check.',
  401: 'The key is missing or not recognised.',
  402: 'Not enough credits, or the spend limit of the key is reached. Nothing partial is returned.',
  403: 'The key may not do this.',
  404: 'There is nothing under this id. (An unknown path answers 404 too, without an errorCode and with the list availableEndpoints.)',
  409: 'A conflict with the current state; in a sandbox only when it is forced.',
  429: 'Too many requests, or too many submissions in a day. Neither Retry-After nor rate headers are sent.',
  500: 'An unexpected failure, without detail.',
  503: 'Unavailable for now; in a sandbox only when it is forced, or while a stream is cut off by its end.',
};

function detailsOf(schemas: SchemaRegister, status: WireError['status']): Record<string, TSchema> {
  if (status !== 400 && status !== 402) return {};
  const item =
    status === 400 ? schemas.named('FailedCheck', FailedCheck) : schemas.named('Shortfall', Shortfall);
  return { details: Type.Array(Type.Unsafe(item), { minItems: 1 }) };
}

function aboutOf(status: WireError['status']): ConstructorParameters<typeof Refusal>[1] {
  switch (status) {
    case 400:
      return {
        problems: [{ field: 'uniqueId', message: "Missing required field: 'uniqueId'.", code: 'required' }],
      };
    case 402:
      return { shortfall: { required: 10_000, available: 3_500 } };
    default:
      return {};
  }
}

/** The failures of generation 2: one status and one form for all, told apart by their error string. */
export function failures2(schemas: SchemaRegister, { v2Status, now }: Failing): FailureRegister {
  const at = refusedAt(now);
  return {
    of(id) {
      const all = outcomesOf(id, v2Status).map(({ errorCode }) => errorCode);
      const earned = all.filter((code) => earns(id, code));
      return {
        [v2Status]: {
          description: `Refused: ${earned.map((code) => `\`${code}\``).join(', ')}. Any other error string only when it is forced.`,
          content: {
            'application/json': {
              schema: schemas.named('Failure', Failure2(all)),
              examples: Object.fromEntries(
                earned.map((code) => [code, { value: failure2(at, new FailureReason(code)) }]),
              ),
            },
          },
        },
      };
    },
    components: () => ({}),
  };
}

/** Which error strings an operation can earn; the others can be forced on it. */
function earns(id: OperationId, code: string): boolean {
  const { methods = [], platform = null } = findOperation(id) ?? {};
  const [posts, searches] = [methods.includes('POST'), id.endsWith('AdvancedSearch')];
  if (code.startsWith('AdvancedSearch') || code === 'FilterValueType') return searches;
  if (code === 'BodyInvalid') return posts;
  if (code === 'ValueEmpty') return id !== 'v2/apiStatus';
  if (code.endsWith('IdNotFound')) return !posts && platform !== null && code === unknownIds[platform];
  return true;
}

const unknownIds = {
  clip: clipCreator.unknown,
  gram: gramCreator.unknown,
  tube: tubeChannel.unknown,
} as const;
