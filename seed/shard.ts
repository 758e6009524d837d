import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { accountTables, createTables } from '../src/creators/world/schema.ts';
import type { MadeAccount } from './make.ts';
import { writerFor } from './writer.ts';

/** Writes a database of a few people, their accounts numbered from 1. */
export function writeShard(file: string, made: readonly MadeAccount[]): void {
  const db = new Database(file);
  try {
    db.pragma('page_size = 8192');
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    createTables(db);
    const write = writerFor(db);
    db.transaction(() => {
      for (const { row } of made) write.account(row);
    })();
  } finally {
    db.close();
  }
}

/** Copies the accounts of a shard, numbered after the existing ones, and removes the shard. */
export function takeShard(db: Database.Database, file: string, numberedFrom: number): void {
  db.prepare('ATTACH ? AS shard').run(file);
  db.transaction(() => {
    for (const { table, accountColumn, otherColumns } of accountTables)
      db.prepare(
        `INSERT INTO main.${table} (${accountColumn}, ${otherColumns})
         SELECT ${accountColumn} + ?, ${otherColumns} FROM shard.${table} ORDER BY ${accountColumn}`,
      ).run(numberedFrom - 1);
  })();
  db.exec('DETACH shard');
  rmSync(file);
}
