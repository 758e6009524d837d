import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** More than any collection has; a folder with more was named by mistake, and would hold the start for minutes. */
const max = { files: 20_000, folders: 2_000, levels: 8, megabytes: 1_000 };

/**
 * The JSON files in a folder of a stranger and in those inside it, such as `clip/a.json`, sorted. Names that begin with a dot
 * are left out: editors and file systems put notes of their own there. Links to folders are not followed.
 * @throws Error one sentence without its full stop for a folder beyond the bounds; that of the file system, with its code
 */
export function jsonFilesIn(folder: string): string[] {
  const found: string[] = [];
  const count = { files: 0, folders: 0, megabytes: 0 };
  const note = (what: keyof typeof count, more: number): void => {
    count[what] += more;
    if (count[what] > max[what]) throw new Error(`${folder} has more than ${max[what]} ${nouns[what]}`);
  };
  const walk = (inside: string, level: number): void => {
    if (level > max.levels)
      throw new Error(`${folder} has folders in each other, more than ${max.levels} deep`);
    note('folders', 1);
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) {
        walk(name, level + 1);
        continue;
      }
      note('files', 1);
      if (!/\.json$/i.test(name)) continue;
      // A link that leads nowhere is told when it is read.
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      if (stats?.isDirectory()) continue;
      note('megabytes', (stats?.size ?? 0) / 1e6);
      found.push(name);
    }
  };
  walk('', 1);
  return found.sort();
}

const nouns = { files: 'files', folders: 'folders', megabytes: 'MB of JSON' };
