import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTs, { type OpenAPI3 } from 'openapi-typescript';
import { declarationsOf, type TypedDocument } from './declarations.ts';
import { documentsOf } from './documents.ts';

/**
 * Makes the types of the admin surface from its own OpenAPI document: those of the client, and those of the dashboard. They
 * are made before types are checked and built, and not committed.
 */
const [document] = await documentsOf({}, ['surface=admin']);
if (!document) throw new Error('The admin surface has no document.');
write('src/client/types.ts', declarationsOf(document, '/__admin'));
write('ui/src/admin-types.ts', await openapiTs(document as TypedDocument & OpenAPI3));

function write(name: string, text: string): void {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
