import { statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** The id of the user who runs the process, for messages. The user may have no name, as in a container. */
export function userId(): number {
  try {
    return userInfo().uid;
  } catch {
    return statSync('/proc/self').uid;
  }
}
