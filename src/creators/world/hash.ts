import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { pause } from '../../core/loop-share.ts';

/**
 * SHA-256 of the logical content of a world, in the order of its keys. The layout of the file does not
 * matter. The same seed and size give the same hash on every machine. It pauses between batches, so that the
 * signal can abort it.
 */
export async function worldHash(db: Database, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (const sql of logicalContent) {
    hash.update(`${sql}\n`);
    let batch: string[] = [];
    for (const row of db.prepare<[], unknown[]>(sql).raw().iterate()) {
      batch.push(JSON.stringify(row));
      if (batch.length < batchSize) continue;
      hash.update(`${batch.join('\n')}\n`);
      batch = [];
      await pause(signal);
    }
    hash.update(`${batch.join('\n')}\n`);
  }
  return hash.digest('hex');
}

const batchSize = 128;

const logicalContent = [
  `SELECT key, value FROM meta WHERE key IN ('epochAt', 'seed', 'size', 'version') ORDER BY key`,
  'SELECT number, platform, id, handle, person, truth FROM accounts ORDER BY number',
  'SELECT * FROM clip_contents ORDER BY account, n',
  'SELECT * FROM gram_contents ORDER BY account, n',
  'SELECT * FROM tube_contents ORDER BY account, n',
  'SELECT account, related, ranks FROM standings ORDER BY account',
  'SELECT list, id, name, category FROM niches ORDER BY list, id',
  'SELECT list, id, account FROM niche_accounts ORDER BY list, id, account',
  'SELECT key, brand_id, name, truth FROM brands ORDER BY key',
  'SELECT brand, account, n FROM sponsorships ORDER BY brand, account, n',
];
