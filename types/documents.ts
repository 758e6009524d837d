import { createSandbox, type SettingsInput } from '../src/library/index.ts';
import type { TypedDocument } from './declarations.ts';

/** Asks a sandbox with these settings for OpenAPI documents. @param queries such as `surface=admin` */
export async function documentsOf(
  settings: SettingsInput,
  queries: readonly string[],
): Promise<TypedDocument[]> {
  const sandbox = await createSandbox({ size: 60, ...settings });
  try {
    return await Promise.all(
      queries.map(
        async (query) =>
          (await fetch(`${sandbox.adminUrl}/openapi.json?${query}`)).json() as Promise<TypedDocument>,
      ),
    );
  } finally {
    await sandbox.close();
  }
}
