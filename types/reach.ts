import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The declarations that some entry points reach, and the packages that these import. */
export function declarationsFrom(entries: readonly string[]): {
  files: ReadonlySet<string>;
  packages: ReadonlySet<string>;
} {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(imports))
      if (target.startsWith('.')) waiting.push(resolve(dirname(file), target.replace(/\.[jt]s$/, '.d.ts')));
      else packages.add(target);
  }
  return { files, packages };
}

const imports = /(?:\bfrom |\bimport |\bimport\()'([^']+)'/g;
