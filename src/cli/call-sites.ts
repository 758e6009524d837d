import type { Command } from 'commander';
import { preloadVariables } from '../system/preload.ts';
import type { Io } from './io.ts';

/** The flags by which requests name the code that makes them. */
export interface CallSiteFlags {
  readonly callSites?: boolean;
  readonly callSiteWrappers?: readonly string[];
}

/** Adds them to a verb that runs a command. @param isOn whether requests name their lines without a flag */
export function addCallSiteOptions(command: Command, isOn = false): Command {
  command.option(
    '--call-sites',
    `Name the line of the code that makes each request, in Node and in Python.${isOn ? ' On by default.' : ''}`,
  );
  if (isOn)
    command.option('--no-call-sites', 'Load nothing into the processes of the command that names lines.');
  return command.option(
    '--call-site-wrappers <file,…>',
    'Files around requests, such as src/http.ts: the line of their caller is named.',
    (text: string) => text.split(','),
  );
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
