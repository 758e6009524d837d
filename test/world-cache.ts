import { cacheDir } from '../src/system/cache-dir.ts';

/** Tests keep the worlds they make where the program keeps its own: XDG_CACHE_HOME moves both. */
export const worldCache = cacheDir();
