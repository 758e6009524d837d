import { writeFileSync } from 'node:fs';
import openapiTs, { type OpenAPI3 } from 'openapi-typescript';
import { createSandbox } from '../src/library/index.ts';

/** Writes the types of the admin surface for the dashboard, from the surface's own OpenAPI document. */
await using sandbox = await open();
const reply = await fetch(`${sandbox.adminUrl}/openapi.json?surface=admin`);
writeFileSync(
  new URL('src/admin-types.ts', import.meta.url),
  await openapiTs((await reply.json()) as OpenAPI3),
);

async function open() {
  const sandbox = await createSandbox({ size: 10 });
  return { ...sandbox, [Symbol.asyncDispose]: () => sandbox.close() };
}
