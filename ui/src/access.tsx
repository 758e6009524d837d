import type { ComponentChildren } from 'preact';
import type { TokenView } from './api.ts';
import { createStore, useStore } from './store.ts';

/** The token of this tab: its name, its scope and the calls that are refused to it. Undefined until it is known. */
export const caller = createStore<TokenView | undefined>(undefined);

/** Whether the token may call a route at all. */
export const mayCall = (call: string): boolean => caller.value?.refused.includes(call) === false;

/** Shows what a token of this scope may do, `own` the changes of keys, `all` those of the whole sandbox. */
export function Only({
  scope,
  children,
}: {
  scope: 'own' | 'all';
  children: ComponentChildren;
}): ComponentChildren {
  const known = useStore(caller)?.scope;
  return known === 'all' || known === scope ? children : null;
}

/** Whether a rule needs a key: one for all keys is for the scope `all`. */
export const useNeedsKey = (): boolean => useStore(caller)?.scope === 'own';

/** The token of this tab; nothing where the sandbox asks for none. */
export function CallerName() {
  const known = useStore(caller);
  if (known?.name == null) return null;
  return (
    <span class="soft" title={known.labels === undefined ? undefined : `Keys: ${known.labels.join(', ')}`}>
      token <b>{known.name}</b>, scope {known.scope}
    </span>
  );
}
