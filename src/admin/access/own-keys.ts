import { keyIdOf } from '../../core/keys/digest.ts';
import { compileLabels } from '../../core/own-labels.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { KeyName } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';

type OwnKeyDeps = Pick<Deps, 'ledger' | 'names'>;

/**
 * The keys of a token: those with one of its labels that share their account with no other key. A key without a label
 * belongs to nobody.
 */
export interface OwnKeys {
  /** Whether there is this key, and it is one of them. */
  has(keyId: string | null): boolean;
  /** Whether there is this account, and all its keys are among them. */
  hasAccount(account: string): boolean;
  /** Whether a row of the report is about one of them. It may be gone. */
  hasRow(row: { readonly key: string | null; readonly label: string | null }): boolean;
  hasLabel(label: string | null): boolean;
  /** Whether there are fewer of them than so many. */
  hasRoom(max: number): boolean;
  /** Their ids. */
  ids(): Iterable<string>;
  /** Calls `then` if there is this key and it is one of them, once this process knows the key. */
  whenOwn(of: { keyId: string | null; account?: string | undefined }, then: () => void): void;
}

export function ownKeysOf({ ledger, names }: OwnKeyDeps, labels: readonly string[] = []): OwnKeys {
  const { directory } = ledger;
  const hasLabel = compileLabels(labels);
  const isOwn = ({ id, label }: KeyName): boolean => hasLabel(names.labelOf(id) ?? label);
  const areOwn = (keys: readonly KeyName[] | undefined): boolean =>
    keys !== undefined && keys.length > 0 && keys.every(isOwn);
  const has = (keyId: string | null): boolean => areOwn(directory.besideKey(keyId ?? ''));
  const hasAccount = (account: string): boolean => areOwn(directory.ofAccount(account));
  function* ids(): Iterable<string> {
    for (const key of directory.all()) if (isOwn(key) && has(key.id)) yield key.id;
  }
  let earlier: Promise<void> | undefined;
  return {
    has,
    hasAccount,
    hasRow: ({ key, label }) =>
      key !== null &&
      (directory.besideKey(key) === undefined
        ? hasLabel(label) && names.labelsBeside(key).every(hasLabel)
        : has(key)),
    hasLabel,
    hasRoom(max) {
      let count = 0;
      for (const _ of ids()) if (++count >= max) break;
      return count < max;
    },
    ids,
    whenOwn({ keyId, account }, then) {
      const check = () => {
        if (keyId === null ? account !== undefined && hasAccount(account) : has(keyId)) then();
      };
      const isKnown = keyId === null || directory.besideKey(keyId) !== undefined;
      // Another replica may have opened the key a moment ago; what comes later must not overtake it.
      if (!ledger.replicas || (isKnown && !earlier)) return check();
      const read = async () => {
        await earlier;
        if (keyId !== null) await inTransaction(ledger, { id: keyId }, () => {});
        check();
      };
      const turn = read()
        .catch(() => {})
        .finally(() => {
          if (earlier === turn) earlier = undefined;
        });
      earlier = turn;
    },
  };
}

/** Whether there is a key of this text. It opens none. */
export async function isThere({ ledger }: Pick<Deps, 'ledger'>, secret: string): Promise<boolean> {
  if (ledger.replicas) await inTransaction(ledger, { id: keyIdOf(secret) }, () => {});
  return ledger.originOf(secret) !== undefined;
}
