import { preloadVariables } from '../system/preload.ts';
import type { Io } from './io.ts';

/** The flags by which requests name the code that makes them. */
export interface CallSiteFlags {
  readonly callSites?: boolean;
  readonly callSiteWrappers?: readonly string[];
}

/** The environment of a command whose requests name their call sites. */
export function withCallSites(io: Io, { callSites, callSiteWrappers = [] }: CallSiteFlags): Io {
  if (!callSites) return io;
  return {
    ...io,
    env: {
      ...io.env,
      ...preloadVariables(io.env),
      CREATOR_SANDBOX_CALL_SITES: io.cwd,
      CREATOR_SANDBOX_CALL_SITE_WRAPPERS: callSiteWrappers.join(','),
    },
  };
}
