import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { FieldProblem } from '../../core/errors.ts';
import { tubeHandle, withoutAt } from '../../core/handles.ts';
import type { Account, ClipAccount, GramAccount, TubeAccount } from '../../creators/world/account.ts';
import type { World } from '../../creators/world/world.ts';
import type { Sent } from './route.ts';

/** How callers name an account of a platform, and how the world finds it. */
export interface Subject<Parameters extends TObject, T extends Account> {
  parameters: Parameters;
  check?: (given: Sent<Static<Parameters>>) => FieldProblem[];
  find: (parameters: Static<Parameters>, world: World) => T | undefined;
  /** One name for the account, however it is spelt; no other account has it. */
  nameOf: (parameters: Static<Parameters>) => string;
  /** For the documents. */
  whom: string;
  sample: Readonly<Record<string, string>>;
  notes?: readonly string[];
}

const handle = (maxLength: number, pattern: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern,
    description: 'Handle of the creator. A leading @ is stripped.',
  });

const ClipIdentifier = Type.Object({ uniqueId: handle(101, '^@?[a-zA-Z0-9._-]+$') });

/** contract 4.2, 8. Handles are case-sensitive (observed). */
const clipCreator = {
  parameters: ClipIdentifier,
  find: ({ uniqueId }, world) => world.clip(withoutAt(uniqueId)),
  nameOf: ({ uniqueId }) => withoutAt(uniqueId),
  whom: 'of a clip creator',
  sample: { uniqueId: 'sample.creator' },
} satisfies Subject<typeof ClipIdentifier, ClipAccount>;

const GramIdentifier = Type.Object({ uniqueId: handle(31, '^@?[a-zA-Z0-9._]+$') });

/** Pattern and length are observed. */
const gramCreator = {
  parameters: GramIdentifier,
  find: ({ uniqueId }, world) => world.gram(withoutAt(uniqueId)),
  nameOf: ({ uniqueId }) => withoutAt(uniqueId),
  whom: 'of a gram creator',
  sample: { uniqueId: 'sample.creator' },
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

/** contract 4.2, 8. The handle in place of the channel id is observed; it matches in any case. */
const tubeChannel = {
  parameters: TubeIdentifier,
  check: exactlyOne,
  find: ({ channelId, uniqueId }, world) =>
    channelId === undefined ? world.tubeByHandle(withoutAt(uniqueId ?? '')) : world.tube(channelId),
  nameOf: ({ channelId, uniqueId = '' }) => channelId ?? `@${tubeHandle(uniqueId)}`,
  whom: 'of a tube channel',
  sample: { channelId: 'UCsample-creator00000000' },
  notes: ['Takes exactly one of `channelId` and `uniqueId`.'],
} satisfies Subject<typeof TubeIdentifier, TubeAccount>;

export const v3Subjects = { gram: gramCreator, clip: clipCreator, tube: tubeChannel };

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
