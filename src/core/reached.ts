import { channel } from 'node:diagnostics_channel';

/** Branches that few runs take. The long runs fail for one that none of them took. */
export const rarePoints = [
  'a commit failed, its batch is undone',
  'a job failed, it alone is undone',
  'calls are refused behind a commit in flight',
  'a release that failed is repeated',
  'a hold outlived its process',
  'missed renewals are skipped',
  'an account id is taken',
  'no room for a self-describing key',
  'old entries are carried',
  'a large batch is written in slices',
  'lost COMMIT, took effect',
  'lost COMMIT, no effect',
  'a batch needs further locks',
  'a batch takes several messages',
  'a replica counts as gone at its commit',
  'a silent replica joins again',
  'another epoch, all is read again',
  'an account is gone',
  'a connection is made again',
  'requests wait for the database',
  'a damaged world is made again',
  'an unfinished world is removed',
  'the client left before the first piece',
  'a body is too long to be read',
  'the cache of routes is full',
] as const;

export type RarePoint = (typeof rarePoints)[number];

export const reachedChannel = 'creator-sandbox.reached';

/** Tells those who listen, in tests, that a rare branch was taken. The build removes each call. */
export function reached(point: RarePoint): void {
  channel(reachedChannel).publish(point);
}
