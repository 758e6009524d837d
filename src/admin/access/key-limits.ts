import type { Settings } from '../../core/settings.ts';
import type { Deps } from '../../service/http/deps.ts';
import { type OwnKeys, ownKeysOf } from './own-keys.ts';

/** Bounds the keys of a token that their first use opens, so that no team takes the room of others. */
export interface KeyLimits {
  /** Why no further key with this label may be opened, in words that follow a colon; undefined if it may. */
  refusal(label: string): string | undefined;
  /** Call this before the first key is opened by a request. */
  connect(deps: Pick<Deps, 'ledger' | 'names'>): void;
}

/** @returns undefined where no token has a limit */
export function createKeyLimits({ adminTokens = [] }: Pick<Settings, 'adminTokens'>): KeyLimits | undefined {
  const limited = adminTokens.filter(({ maxKeys }) => maxKeys !== undefined);
  if (limited.length === 0) return undefined;
  let owners: { name: string; maxKeys: number; own: OwnKeys }[] = [];
  return {
    refusal(label) {
      const full = owners.find(({ own, maxKeys }) => own.hasLabel(label) && !own.hasRoom(maxKeys));
      return full && `the token "${full.name}" may have ${full.maxKeys} keys at once (maxKeys)`;
    },
    connect(deps) {
      owners = limited.map(({ name, labels, maxKeys }) => ({
        name,
        maxKeys: maxKeys as number,
        own: ownKeysOf(deps, labels),
      }));
    },
  };
}
