import { geteuid } from 'node:process';

/** The id of the user who runs the process, who may have no name, as in a container; -1 on Windows. */
export const userId = (): number => geteuid?.() ?? -1;
