import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { compile } from './compile.ts';
import { root } from './workshop.ts';

/**
 * Checks manifests against the types of Kubernetes, which come from its OpenAPI schemas: the compiler refuses fields that
 * they do not have.
 * @param yamls by name
 * @returns what is wrong in each, by name; nothing where nothing is
 */
export function flawsInManifests(yamls: Readonly<Record<string, string>>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    for (const [name, yaml] of Object.entries(yamls))
      writeFileSync(join(folder, `${name}.mts`), codeOf(yaml));
    const said = compile(
      folder,
      Object.keys(yamls).map((name) => `${name}.mts`),
    );
    const byName = Map.groupBy(said.split('\n'), (line) => /^([^(]+)\.mts\(/.exec(line)?.[1] ?? '');
    byName.delete('');
    return Object.fromEntries([...byName].map(([name, lines]) => [name, lines.join('\n')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function codeOf(yaml: string): string {
  const manifests = parseAllDocuments(yaml).map(
    (each) => each.toJS() as { apiVersion: string; kind: string },
  );
  const code = manifests.map((manifest, index) => {
    const group = manifest.apiVersion.includes('/') ? manifest.apiVersion : `core/${manifest.apiVersion}`;
    const types = join(root, 'node_modules/kubernetes-types', `${group}.d.ts`);
    return `import type { ${manifest.kind} as Kind${index} } from ${JSON.stringify(types)};
export const manifest${index}: Kind${index} = ${JSON.stringify(manifest, null, 2)};`;
  });
  return code.join('\n');
}
