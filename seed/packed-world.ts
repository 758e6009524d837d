import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress, zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { dropIndexes } from '../src/creators/world/schema.ts';
import { unpackSearchColumns } from '../src/creators/world/search-columns.ts';

/**
 * The file of a world in a fifth of its bytes, for the package. The indexes of its tables are left out: they would be half
 * of it, and are made anew in less time than they take to unpack. The columns of searches are compressed with the rest. The
 * same file gives the same bytes; it takes half a minute for the default world.
 */
export function packWorld(file: string): Buffer {
  const db = new Database(readFileSync(file));
  try {
    dropIndexes(db);
    unpackSearchColumns(db);
    db.exec('VACUUM');
    return zstdCompressSync(db.serialize(), {
      params: {
        [constants.ZSTD_c_compressionLevel]: 19,
        // the texts of contents stand in their tables and in the columns of searches
        [constants.ZSTD_c_windowLog]: 26,
        [constants.ZSTD_c_enableLongDistanceMatching]: 1,
        [constants.ZSTD_c_checksumFlag]: 1,
      },
    });
  } finally {
    db.close();
  }
}

/**
 * Writes the file of a packed world, without the indexes of its tables. The first start of the package waits for it: it
 * unpacks beside the event loop.
 * @throws if it is damaged, see `isDamage`
 */
export const unpackWorld = (packed: string, file: string, signal?: AbortSignal): Promise<void> =>
  pipeline(createReadStream(packed), createZstdDecompress(), createWriteStream(file), {
    ...(signal && { signal }),
  });

/** Whether a packed world is damaged, or none is there. */
export const isDamage = (error: unknown): boolean =>
  /^(ZSTD_|Z_BUF_ERROR|SQLITE_(CORRUPT|NOTADB)|ENOENT)/.test(
    String((error as { code?: unknown } | null)?.code),
  );
