export interface WorldInfo {
  seed: number;
  /** The number of generated people. */
  size: number;
  epochAt: number;
  /** SHA-256 of the logical content as generated, and of a user's fixtures. */
  hash: string;
  counts: {
    people: number;
    clip: number;
    gram: number;
    tube: number;
    contents: number;
    brands: number;
  };
}
