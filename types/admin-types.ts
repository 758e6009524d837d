import { declarationsOf } from './declarations.ts';
import { documentsOf } from './documents.ts';

/** The source text of `src/client/types.ts`. */
export async function adminTypes(): Promise<string> {
  const [document] = await documentsOf({}, ['surface=admin']);
  if (!document) throw new Error('there is no document');
  const head =
    '// Made from the schemas of the admin surface: `npx vitest run --project unit test/types -u` writes it.\n';
  return `${head}\n${declarationsOf(document, '/__admin')}`;
}
