import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Admin } from '../client/admin-interface.ts';
import { edgeCaseWords } from '../creators/world/edge-cases.ts';
import { packageRoot } from '../system/package-root.ts';

/** A document that an agent can read. */
export interface Resource {
  uri: string;
  title: string;
  mimeType: 'application/json' | 'text/markdown';
  read(admin: Admin): Promise<unknown>;
}

/** Three creators of each edge case. */
async function edgeCases(admin: Admin): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  // One after the other: together their first pieces would be one.
  for (const edge of edgeCaseWords) found[edge] = await admin.creators({ edge, limit: 3 });
  return found;
}

function manualPages(): Resource[] {
  const manual = join(packageRoot, 'docs');
  if (!existsSync(manual)) return [];
  const pages = readdirSync(manual).filter((file) => file.endsWith('.md'));
  return pages.sort().map((file) => {
    const text = () => readFileSync(join(manual, file), 'utf8');
    return {
      uri: `sandbox://docs/${file.slice(0, -'.md'.length)}`,
      title: /^# (.*)$/m.exec(text())?.[1] ?? file,
      mimeType: 'text/markdown',
      read: async () => text(),
    };
  });
}

function jsonResource(uri: string, title: string, read: Resource['read']): Resource {
  return { uri, title, mimeType: 'application/json', read };
}

/** Documents of the service, decisions, edge cases, pages of the manual. */
export const resources: readonly Resource[] = [
  jsonResource('sandbox://openapi/v3', 'OpenAPI document of generation 3', (admin) => admin.openapi(3)),
  jsonResource('sandbox://openapi/v2', 'OpenAPI document of generation 2', (admin) => admin.openapi(2)),
  jsonResource('sandbox://decisions', 'Behaviours that the specification leaves open', async (admin) => ({
    decisions: await admin.decisions(),
  })),
  jsonResource(
    'sandbox://world/edge-cases',
    'Creators that are edge cases: what client code meets rarely and breaks on',
    edgeCases,
  ),
  ...manualPages(),
];
