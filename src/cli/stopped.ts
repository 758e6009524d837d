/** A signal stopped the runs of a command. */
export class Stopped extends Error {
  constructor() {
    super('Interrupted.');
  }
}
