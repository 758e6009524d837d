import { readFileSync } from 'node:fs';

/** The version of the package, from its own package.json (one folder nearer once compiled). */
export const version: string = readVersion(['../package.json', '../../package.json']);

function readVersion(places: readonly string[]): string {
  for (const place of places) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as {
        name: string;
        version: string;
      };
      if (name === 'creator-sandbox') return version;
    } catch {
      // The file is in the other place.
    }
  }
  return 'unknown';
}
