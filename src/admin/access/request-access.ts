import type { FastifyRequest } from 'fastify';
import type { AdminToken } from '../../core/admin-tokens.ts';
import type { Deps } from '../../service/http/deps.ts';
import { Problem } from '../problem.ts';
import type { OwnKeys } from './own-keys.ts';

/** The token of an admin call. */
export type Caller = Pick<AdminToken, 'name' | 'scope' | 'labels' | 'maxKeys' | 'maxRules' | 'maxWatchers'>;

/** The sight and the powers of an admin call, where the settings have tokens. */
export interface RequestAccess {
  readonly caller: Caller;
  /** The keys of a token with the scope `own`; undefined for the other scopes. */
  readonly own: OwnKeys | undefined;
  /** The parts of the sandbox as the caller sees them: what it may not see is not there. */
  readonly parts: Partial<Deps>;
  /** Ids of the keys that the call concerns, for the audit. */
  readonly keyIds: Set<string>;
  /** Takes the place of an event stream or a wait until the result is called. @throws Problem 409 without room */
  watch(): Promise<() => void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null where the settings have no tokens. */
    access: RequestAccess | null;
  }
}

type WithAccess = Pick<FastifyRequest, 'access'>;

/** The sandbox as the caller of a request sees it. */
export const visibleTo = <D extends Partial<Deps>>({ access }: WithAccess, deps: D): D =>
  access ? { ...deps, ...access.parts } : deps;

/** Refuses what concerns more than the keys of a token. @param what the call would do, as `moves every clock` */
export function requireAll({ access }: WithAccess, what: string): void {
  if (access?.own) throw scopeProblem(access.caller, 'all', what);
}

/** Says that something is full: to a token for its own keys without telling what others have. */
export const full = ({ access }: WithAccess, sentence: string): string =>
  access?.own ? 'There is no room at present.' : sentence;

/** The refusal of a call that needs another scope. */
export const scopeProblem = ({ name, scope }: Caller, missing: string, what = 'This call'): Problem =>
  new Problem(403, `${what} needs a token with the scope ${missing}; "${name}" has the scope ${scope}.`, {
    scope: missing,
  });

/** The refusal of what a limit of a token leaves no room for. */
export const limitProblem = (
  { name }: Caller,
  limit: 'maxKeys' | 'maxRules' | 'maxWatchers',
  max: number,
  what: string,
): Problem => new Problem(409, `"${name}" may have ${max} ${what} at once (${limit}).`, { limit });
