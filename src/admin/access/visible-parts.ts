import { isSelfDescribing, labelOf } from '../../core/keys/self-describing.ts';
import type { FaultView } from '../../faults/compiled-rule.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Events } from '../../journal/events.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Keys, Ledger } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import { isThere, type OwnKeys } from './own-keys.ts';
import { type Caller, limitProblem, scopeProblem } from './request-access.ts';

export type VisibleDeps = Pick<Deps, 'ledger' | 'journal' | 'faults' | 'events' | 'tally' | 'names'>;

interface Sight {
  readonly caller: Caller;
  readonly own: OwnKeys | undefined;
  readonly keyIds: Set<string>;
}

/** The parts of the sandbox as a caller sees them. */
export function visibleParts(deps: VisibleDeps, sight: Sight): Partial<Deps> {
  const ledger = ledgerFor(deps.ledger, keysFor(deps, sight));
  const { own } = sight;
  if (!own) return { ledger };
  return {
    ledger,
    journal: journalFor(deps.journal, own),
    faults: faultsFor(deps, own, sight.caller),
    events: eventsFor(deps.events, own),
    tally: {
      ...deps.tally,
      noteOutsideChange(keyId) {
        for (const id of keyId === undefined ? own.ids() : [keyId]) deps.tally.noteOutsideChange(id);
      },
    },
  };
}

const ledgerFor = (ledger: Ledger, keys: Keys): Ledger => ({
  ...ledger,
  keys,
  get trouble() {
    return ledger.trouble;
  },
});

/** Naming a self-describing key opens it only for callers that may have it. */
function keysFor(deps: VisibleDeps, { caller, own, keyIds }: Sight): Keys {
  const { keys } = deps.ledger;
  return {
    ...keys,
    async find(name, now) {
      if (isSelfDescribing(name) && caller.scope !== 'all' && !(await isThere(deps, name))) {
        if (!own?.hasLabel(labelOf(name))) return undefined;
        assertRoomForKey(own, caller);
      }
      const found = await keys.find(name, now);
      if (!found || (own && !own.has(found.id))) return undefined;
      keyIds.add(found.id);
      return found;
    },
    async list(now, after, max) {
      if (!own) return keys.list(now, after, max);
      const seen = [];
      for (let last = 0, isLast = false; seen.length < after + max && !isLast; ) {
        const page = await keys.list(now, last, maxPage);
        seen.push(...page.filter(({ id }) => own.has(id)));
        isLast = page.length < maxPage;
        last = page.at(-1)?.number ?? last;
      }
      // The numbers of the ledger count the keys of all.
      return seen.slice(after, after + max).map((key, index) => ({ ...key, number: after + index + 1 }));
    },
  };
}

const maxPage = 1_000;

/** @throws Problem 409 if the token has as many keys as it may */
export function assertRoomForKey(own: OwnKeys, caller: Caller): void {
  const { maxKeys } = caller;
  if (maxKeys !== undefined && !own.hasRoom(maxKeys)) throw limitProblem(caller, 'maxKeys', maxKeys, 'keys');
}

function journalFor(journal: Journal, own: OwnKeys): Journal {
  const find: Journal['find'] = (id) => {
    const entry = journal.find(id);
    return entry && own.has(entry.keyId) ? entry : undefined;
  };
  return {
    ...journal,
    *all(keyId) {
      if (keyId !== undefined) {
        if (own.has(keyId)) yield* journal.all(keyId);
        return;
      }
      const known = new Map<string, boolean>();
      for (const entry of journal.all()) {
        const id = entry.keyId;
        if (id === null) continue;
        const isOwn = known.get(id) ?? own.has(id);
        known.set(id, isOwn);
        if (isOwn) yield entry;
      }
    },
    find,
    replyTo: (id) => (find(id) ? journal.replyTo(id) : undefined),
    bodyOf: (id) => (find(id) ? journal.bodyOf(id) : undefined),
    count: () => 0,
    forgotten(keyId) {
      if (keyId !== undefined) return own.has(keyId) ? journal.forgotten(keyId) : 0;
      if (journal.forgotten() === 0) return 0;
      let sum = 0;
      for (const id of own.ids()) sum += journal.forgotten(id);
      return sum;
    },
    watch: (watcher) => journal.watch((entry) => own.whenOwn(entry, () => watcher(entry))),
    clear: (keyIds) => journal.clear((keyIds ?? [...own.ids()]).filter((id) => own.has(id))),
  };
}

const eventsFor = (events: Events, own: OwnKeys): Events => ({
  emit: events.emit,
  get heard() {
    return events.heard;
  },
  listen: (listener, where) => events.listen((event) => own.whenOwn(event, () => listener(event)), where),
});

/** A rule without a key acts on the requests of all keys, so it is nobody's own. */
function faultsFor({ faults, journal }: VisibleDeps, own: OwnKeys, caller: Caller): Faults {
  const isOwn = ({ match: { key } }: Pick<FaultView, 'match'>): boolean => key !== undefined && own.has(key);
  const find = (id: string) => faults.list().find((rule) => rule.id === id && isOwn(rule));
  /** Requests of other keys since then are their affair. */
  const visible = (rule: FaultView): FaultView => {
    if (rule.warning === undefined) return rule;
    const { warning, ...rest } = rule;
    for (const { at } of journal.all(rule.match.key)) if (at >= rule.createdAt) return rule;
    return rest;
  };
  const list = (keyId?: string) => faults.list(keyId).filter(isOwn);
  return {
    ...faults,
    get count() {
      return list().length;
    },
    add(rule, keyId) {
      if (keyId === undefined || !own.has(keyId)) throw scopeProblem(caller, 'all', 'A rule without a key');
      makeRoom();
      return visible(faults.add(rule, keyId));
    },
    list: (keyId) => list(keyId).map(visible),
    remove: (id) => (find(id) ? faults.remove(id) : undefined),
    clear(keyId) {
      const rules = list(keyId);
      for (const { id } of rules) faults.remove(id);
      return rules.length;
    },
    release: (id) => (find(id) ? faults.release(id) : undefined),
  };

  /** Removes rules that are over, if the token has as many as it may. @throws Problem 409 */
  function makeRoom(): void {
    const { maxRules } = caller;
    if (maxRules === undefined || list().length < maxRules) return;
    for (const { id, state } of list()) if (state !== 'live') faults.remove(id);
    if (list().length >= maxRules) throw limitProblem(caller, 'maxRules', maxRules, 'fault rules');
  }
}
