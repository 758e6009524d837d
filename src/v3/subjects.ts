import { type Static, Type } from '@sinclair/typebox';
import type { FieldProblem } from '../core/errors.ts';
import type { ClipAccount, GramAccount, TubeAccount } from '../world/account.ts';
import type { Subject } from './lookup.ts';
import type { Sent } from './route.ts';

const handle = (maxLength: number, pattern: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern,
    description: 'Handle of the creator. A leading @ is stripped.',
  });

/** specification 4.2: a leading `@` is stripped. */
const withoutAt = (name: string): string => name.replace(/^@/, '');

const ClipIdentifier = Type.Object({ uniqueId: handle(101, '^@?[a-zA-Z0-9._-]+$') });

/** specification 4.2, 8. Handles match case by case (observed). */
export const clipCreator = {
  parameters: ClipIdentifier,
  find: ({ uniqueId }, world) => world.clip(withoutAt(uniqueId)),
} satisfies Subject<typeof ClipIdentifier, ClipAccount>;

const GramIdentifier = Type.Object({ uniqueId: handle(31, '^@?[a-zA-Z0-9._]+$') });

/** Pattern and length observed. */
export const gramCreator = {
  parameters: GramIdentifier,
  find: ({ uniqueId }, world) => world.gram(withoutAt(uniqueId)),
} satisfies Subject<typeof GramIdentifier, GramAccount>;

const TubeIdentifier = Type.Object({
  channelId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      pattern: '^UC[a-zA-Z0-9_-]{22}$',
      description: 'Id of the channel.',
    }),
  ),
  uniqueId: Type.Optional(handle(101, '^@?[a-zA-Z0-9._-]+$')),
});

/** specification 4.2, 8; the handle instead of the channel id, in any case, is observed. */
export const tubeChannel = {
  parameters: TubeIdentifier,
  check: exactlyOne,
  find: ({ channelId, uniqueId }, world) =>
    channelId === undefined ? world.tubeByHandle(withoutAt(uniqueId ?? '')) : world.tube(channelId),
} satisfies Subject<typeof TubeIdentifier, TubeAccount>;

function exactlyOne({ channelId, uniqueId }: Sent<Static<typeof TubeIdentifier>>): FieldProblem[] {
  if (channelId !== undefined && uniqueId !== undefined)
    return [
      { field: 'uniqueId', message: "Give either 'channelId' or 'uniqueId', not both.", code: 'ambiguous' },
    ];
  if (channelId === undefined && uniqueId === undefined)
    return [
      { field: 'channelId', message: "Missing required field: 'channelId' or 'uniqueId'.", code: 'required' },
    ];
  return [];
}
