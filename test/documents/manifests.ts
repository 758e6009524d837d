import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { compile } from './compile.ts';
import { root } from './workshop.ts';

/**
 * Checks manifests against the types of Kubernetes, which come from its OpenAPI schemas: the compiler refuses fields that
 * they do not have.
 * @returns what is wrong, empty when nothing is
 */
export function flawsInManifests(yaml: string): string {
  const manifests = parseAllDocuments(yaml).map(
    (each) => each.toJS() as { apiVersion: string; kind: string },
  );
  const code = manifests.map((manifest, index) => {
    const group = manifest.apiVersion.includes('/') ? manifest.apiVersion : `core/${manifest.apiVersion}`;
    const types = join(root, 'node_modules/kubernetes-types', `${group}.d.ts`);
    return `import type { ${manifest.kind} as Kind${index} } from ${JSON.stringify(types)};
export const manifest${index}: Kind${index} = ${JSON.stringify(manifest, null, 2)};`;
  });
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    writeFileSync(join(folder, 'manifests.mts'), code.join('\n'));
    return compile(folder, ['manifests.mts']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
