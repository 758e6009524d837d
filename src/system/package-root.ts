import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. Compiled code is one folder deeper, so it is searched upwards. */
export const packageRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));

/** The creators, brands and golden exchanges that come with the package. */
export const fixturesFolder = join(packageRoot, 'fixtures');

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder
    ? folder
    : rootAbove(dirname(folder));
}
