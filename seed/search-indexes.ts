import type { Database } from 'better-sqlite3';
import { indexParts } from '../src/creators/search/make-indexes.ts';
import { createIndexParts, finishIndexParts, writeIndexPart } from '../src/creators/world/index-parts.ts';
import { openWorld } from '../src/creators/world/world.ts';

/** Stores the search indexes of a world whose accounts and brands are all there; each `yield` is a pause. */
export function* writeIndexes(db: Database): Generator<void> {
  createIndexParts(db);
  const write = writeIndexPart(db);
  let startedAt = performance.now();
  for (const part of indexParts(openWorld(db))) {
    if (part) write(...part);
    if (performance.now() - startedAt < pieceMs) continue;
    yield;
    startedAt = performance.now();
  }
  finishIndexParts(db);
}

/** The work between two pauses. */
const pieceMs = 10;
