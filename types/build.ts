import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declarationsFrom } from './reach.ts';
import { serviceTypes } from './service-types.ts';

/**
 * Ends the declarations of the package: writes `creator-sandbox/types`, and removes those that no entry point reaches,
 * most of which import packages that the bundle contains and users do not have.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types?: string }>;
};
const entries = Object.values(exports).flatMap((each) =>
  typeof each === 'object' ? (each.types ?? []) : [],
);

for (const [path, text] of await serviceTypes()) {
  const file = join(root, 'dist/types/service', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const { files } = declarationsFrom(entries.map((entry) => join(root, entry)));
for (const path of globSync('dist/types/**/*.d.ts', { cwd: root }))
  if (!files.has(join(root, path))) rmSync(join(root, path));
