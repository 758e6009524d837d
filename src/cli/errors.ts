/** A signal stopped the runs of a command. */
export class Stopped extends Error {
  constructor() {
    super('Interrupted.');
  }
}

/** A signal stopped the program before it was done. */
export class Interrupted extends Error {}
