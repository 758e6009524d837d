import { createHash } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import { UsageError } from '../../core/errors.ts';
import { nearestHint } from '../../core/nearest.ts';
import { nearestOperation } from '../../core/nearest-operation.ts';
import {
  operations as contract,
  findOperation,
  isFractional,
  type OperationId,
} from '../../core/operations.ts';
import { namedSchema, schemaName } from '../../core/schema.ts';
import type { Settings } from '../../core/settings.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from './reply-rewriter.ts';

/**
 * Fields that the settings add to replies, or make null: for a service that changed before the sandbox did. Places are
 * JSON pointers into the data of a reply, in neutral words; `*` stands for every item of a list.
 */
export interface FieldPatches {
  /** The schema of an operation's data, with the fields. @throws UsageError for a place that the data do not have */
  schemaOf(operation: OperationId, schema: TSchema): TSchema;
  /** The same rewriter, of replies with the fields. */
  before(rewriter: ReplyRewriter | undefined): ReplyRewriter;
}

interface FieldPatch {
  readonly setting: 'extraFields' | 'nullable';
  readonly pointer: string;
  /** The steps to the object that has the field. */
  readonly steps: readonly string[];
  readonly name: string;
  readonly value: unknown;
}

const maxPatches = 1_000;
const maxValueCharacters = 10_000;

/** @returns undefined without such settings @throws UsageError naming the operation or the pointer that is wrong */
export function createFieldPatches({
  extraFields,
  nullable,
}: Pick<Settings, 'extraFields' | 'nullable'>): FieldPatches | undefined {
  const byOperation = new Map<OperationId, FieldPatch[]>();
  const add = (setting: FieldPatch['setting'], operation: string, places: [string, unknown][]) => {
    const id = operationIn(setting, operation);
    const patches = places.map(([pointer, value]) => patchOf(setting, id, pointer, value));
    byOperation.set(id, [...(byOperation.get(id) ?? []), ...patches]);
  };
  for (const [operation, places] of Object.entries(extraFields))
    add('extraFields', operation, Object.entries(places));
  for (const [operation, pointers] of Object.entries(nullable))
    add(
      'nullable',
      operation,
      pointers.map((pointer) => [pointer, null]),
    );
  if (byOperation.size === 0) return undefined;
  if ([...byOperation.values()].flat().length > maxPatches)
    throw new UsageError(`extraFields and nullable name more than ${maxPatches} places.`);
  return {
    schemaOf: (operation, schema) =>
      (byOperation.get(operation) ?? []).reduce(
        (patched, patch) => patchedSchema(patched, patch.steps, { patch, operation }),
        schema,
      ),
    before: (rewriter) => rewriterWith(byOperation, rewriter),
  };
}

function operationIn(setting: string, name: string): OperationId {
  const id = findOperation(name)?.id;
  if (id === 'tube/subtitles/download')
    throw new UsageError(`${setting}: '${id}' answers with a file, which has no such fields.`);
  if (id !== undefined) return id;
  throw new UsageError(
    `${setting}: '${name}' is not an operation; the nearest valid one is ${nearestOperation(name, contract)}.`,
  );
}

function patchOf(
  setting: FieldPatch['setting'],
  operation: OperationId,
  pointer: string,
  value: unknown,
): FieldPatch {
  const where = `${setting}: '${operation}' '${pointer.slice(0, 200)}'`;
  const steps = pointer.split('/').slice(1);
  const name = steps.at(-1) as string;
  if (!pointer.startsWith('/') || name === '*' || steps.length > 20)
    throw new UsageError(
      `${where} is not a field of the data: write a pointer such as /country, or /recentVideos/*/likes.`,
    );
  if (!steps.every((step) => step === '*' || /^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(step)))
    throw new UsageError(`${where} is not a field: names have letters, digits and underscores.`);
  if (JSON.stringify(value).length > maxValueCharacters)
    throw new UsageError(`${where} has a value of more than ${maxValueCharacters} characters.`);
  return { setting, pointer, steps: steps.slice(0, -1), name, value };
}

interface PatchPlace {
  readonly patch: FieldPatch;
  readonly operation: OperationId;
}

function patchedSchema(schema: TSchema, steps: readonly string[], place: PatchPlace): TSchema {
  const branches = schema['anyOf'] as TSchema[] | undefined;
  if (branches) return renamed({ ...schema, anyOf: patchedBranches(branches, steps, place) }, place);
  const [step, ...further] = steps;
  if (step === undefined) return withField(schema, place);
  const child = step === '*' ? schema['items'] : propertiesOf(schema)[step];
  if (!child) throw noSuchPlace(schema, step, place);
  const patched = patchedSchema(child as TSchema, further, place);
  return renamed(
    step === '*'
      ? { ...schema, items: patched }
      : { ...schema, properties: { ...propertiesOf(schema), [step]: patched } },
    place,
  );
}

/** Those alternatives that have the place, of which there is one at least. */
function patchedBranches(
  branches: readonly TSchema[],
  steps: readonly string[],
  place: PatchPlace,
): TSchema[] {
  let refusal: unknown;
  let found = false;
  const patched = branches.map((branch) => {
    try {
      const after = patchedSchema(branch, steps, place);
      found = true;
      return after;
    } catch (error) {
      refusal ??= error;
      return branch;
    }
  });
  if (!found) throw refusal;
  return patched;
}

function withField(schema: TSchema, place: PatchPlace): TSchema {
  const { patch, operation } = place;
  const properties = propertiesOf(schema);
  const { setting, name, value } = patch;
  const known = properties[name];
  const isExtra = setting === 'extraFields';
  if (!schema['properties'] || (!isExtra && !known)) throw noSuchPlace(schema, name, place);
  if (isExtra && known)
    throw new UsageError(`extraFields: the data of ${operation} have '${patch.pointer}' already.`);
  const field = isExtra ? ofSameType(value) : { anyOf: [known, { type: 'null' }] };
  return renamed(
    { ...schema, properties: { ...properties, [name]: field as TSchema } },
    { patch, operation },
  );
}

/** Other operations may have the schema as it was, under its name. */
function renamed(schema: TSchema, { operation }: PatchPlace): TSchema {
  const name = schemaName(schema);
  const suffix = `Of${operation.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  return name === undefined || name.endsWith(suffix) ? schema : namedSchema(`${name}${suffix}`, schema);
}

const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> =>
  (schema['properties'] as Record<string, TSchema> | undefined) ?? {};

function noSuchPlace(schema: TSchema, step: string, { patch, operation }: PatchPlace): UsageError {
  const valid = schema['items'] ? ['*'] : Object.keys(propertiesOf(schema));
  return new UsageError(
    `${patch.setting}: the data of ${operation} have no '${step}' for '${patch.pointer}'${nearestHint(step, valid)}.`,
  );
}

function ofSameType(value: unknown): object {
  if (value === null) return {};
  return { type: Array.isArray(value) ? 'array' : typeof value };
}

function rewriterWith(
  byOperation: ReadonlyMap<OperationId, readonly FieldPatch[]>,
  rewriter: ReplyRewriter | undefined,
): ReplyRewriter {
  const patched = (unsent: UnsentReply, context: ReplyContext): UnsentReply => {
    const patches = byOperation.get(context.operation.id as OperationId);
    if (!patches || unsent.form === 'file') return unsent;
    const body = unsent.body as { readonly data?: unknown };
    const changed = structuredClone(body.data);
    for (const patch of patches) changeFields(changed, patch.steps, '', { patch, context });
    return { ...unsent, body: { ...body, data: changed } };
  };
  return {
    ...rewriter,
    rewrite: (unsent, context) => {
      const first = patched(unsent, context);
      return rewriter?.rewrite(first, context) ?? first;
    },
  };
}

function changeFields(
  value: unknown,
  steps: readonly string[],
  at: string,
  { patch, context }: { patch: FieldPatch; context: ReplyContext },
): void {
  if (typeof value !== 'object' || value === null) return;
  const [step, ...further] = steps;
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      changeFields(item, further, `${at}/${index}`, { patch, context });
  else if (step === undefined) changeField(value as Record<string, unknown>, at, patch, context);
  else changeFields((value as Record<string, unknown>)[step], further, `${at}/${step}`, { patch, context });
}

function changeField(
  owner: Record<string, unknown>,
  at: string,
  { setting, name, value, pointer }: FieldPatch,
  { given, operation }: ReplyContext,
): void {
  if (setting === 'nullable') {
    if (Object.hasOwn(owner, name) && isNullFor(`${pointer} ${at} ${subjectIn(given)}`)) owner[name] = null;
    // A part of a record has what was selected.
  } else if (at !== '' || !isPart(given, operation)) owner[name] = value;
}

const isPart = (given: unknown, operation: ReplyContext['operation']): boolean =>
  isFractional(operation) && 'fields' in (given as object);

/** One subject in four has null (assumed: nullable-share). */
const isNullFor = (subject: string): boolean =>
  (createHash('sha256').update(subject).digest()[0] as number) < 64;

/** The identifiers that a request names; without any the whole request. */
function subjectIn(given: unknown): string {
  const ids = Object.entries(given as object).filter(([name]) => /ids?$/i.test(name));
  return JSON.stringify(ids.length > 0 ? ids : given);
}
