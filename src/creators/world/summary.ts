import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { openWorld } from './world.ts';

/** What `world info` tells of a world. */
export interface WorldSummary {
  file: string;
  bytes: number;
  seed: number;
  /** People that were asked for; with those of the fixtures there are `people`. */
  size: number;
  hash: string;
  /** The day on which it was made; replies move it to the present one. */
  epoch: string;
  people: number;
  contents: number;
  brands: number;
  platforms: PlatformSummary[];
  /** By accounts, the most first. An unknown one has the name ''. */
  niches: NamedCount[];
  countries: NamedCount[];
  languages: NamedCount[];
}

export interface PlatformSummary {
  platform: Platform;
  accounts: number;
  verified: number;
  contents: number;
  /** Half of the accounts have fewer. */
  medianFollowers: number;
  mostFollowers: number;
}

interface NamedCount {
  name: string;
  accounts: number;
}

export function summaryOfWorld(file: string): WorldSummary {
  const db = new Database(file, { readonly: true });
  try {
    const { info } = openWorld(db);
    const { people, contents, brands } = info.counts;
    const { seed, size, hash } = info;
    return {
      ...{ file, bytes: statSync(file).size, seed, size, hash },
      epoch: new Date(info.epochAt).toISOString().slice(0, 10),
      ...{ people, contents, brands },
      platforms: platformsByName.map((platform) => summaryOfPlatform(db, platform)),
      niches: accountsBy(db, '$.niches[0]'),
      countries: accountsBy(db, '$.country'),
      languages: accountsBy(db, '$.languages[0]'),
    };
  } finally {
    db.close();
  }
}

function summaryOfPlatform(db: Database.Database, platform: Platform): PlatformSummary {
  const rows = db
    .prepare<[string], [isVerified: number, followers: number]>(
      `SELECT json_extract(truth, '$.isVerified'), json_extract(truth, '$.followerWeeks[0]') AS followers
       FROM accounts WHERE platform = ? ORDER BY followers`,
    )
    .raw()
    .all(platform);
  const followers = rows.map(([, count]) => count);
  return {
    platform,
    accounts: rows.length,
    verified: rows.filter(([isVerified]) => isVerified).length,
    contents: db.prepare<[], number>(`SELECT count(*) FROM ${platform}_contents`).pluck().get() as number,
    medianFollowers: followers[Math.floor(followers.length / 2)] ?? 0,
    mostFollowers: followers.at(-1) ?? 0,
  };
}

const accountsBy = (db: Database.Database, path: string): NamedCount[] =>
  db
    .prepare<[string], NamedCount>(
      `SELECT coalesce(json_extract(truth, ?), '') AS name, count(*) AS accounts FROM accounts
       GROUP BY name ORDER BY accounts DESC, name`,
    )
    .all(path);
