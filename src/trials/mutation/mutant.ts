/** One rule of mutation, applied to one operation, which a run of a client's tests meets. */
export interface Mutant {
  /** `field-missing clip/profile`; with the place where it is about a single one. */
  readonly id: string;
  /** The name of the rule. */
  readonly rule: string;
  readonly operation: string;
  /** A JSON pointer into the data, with `*` for any item of a list; absent = all places that fit. */
  readonly place?: string;
  /** The change, in words. */
  readonly changes: string;
  /** How a client should react. */
  readonly client: string;
}
