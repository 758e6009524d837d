import { expect, it } from 'vitest';
import { BrandFile, CreatorFile } from '../../seed/fixtures/shape.ts';
import { SavedState } from '../../src/admin/state/saved-state.ts';
import { SettingsFile } from '../../src/core/settings-schema.ts';
import { tools } from '../../src/mcp/tools/tools.ts';
import { isPublished, testApp } from '../harness.ts';

/** Every list in a request or in a file of a user has a bound: the validator looks at no more of it. */

/** No schema reads `fields` (contract 4.3): its own reader stops after a few problems, and the other names may repeat. */
const isOfFields = /\/fields($|\/)/;

/** The places of lists without a bound. */
function unbounded(schema: unknown, root: object = {}): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const { type, maxItems, $ref } = node as { type?: unknown; maxItems?: unknown; $ref?: unknown };
    if ([type].flat().includes('array') && typeof maxItems !== 'number' && !isOfFields.test(at))
      found.push(at);
    if (typeof $ref === 'string') walk(resolve(root, $ref), at);
    for (const [name, part] of Object.entries(node))
      if (name !== 'example' && name !== 'examples') walk(part, `${at}/${name}`);
  };
  walk(schema, '');
  return found;
}

const resolve = (root: object, ref: string): unknown =>
  ref
    .split('/')
    .slice(1)
    .reduce((node: unknown, name) => (node as Record<string, unknown>)?.[name], root);

it.each(Object.entries({ BrandFile, CreatorFile, SavedState, SettingsFile }))(
  'every list in the file %s has a bound',
  (_, schema) => expect(unbounded(schema)).toEqual([]),
);

it.each(tools.map((tool) => [tool.name, tool] as const))(
  'every list that agents give to %s has a bound',
  (_, { input }) => expect(unbounded(input)).toEqual([]),
);

it.skipIf(isPublished)('every list in a request has a bound', async () => {
  const { app } = await testApp();
  let requests = 0;
  const found: string[] = [];
  for (const query of ['surface=admin', 'generation=2', 'generation=3']) {
    const document = (await app.inject(`/__admin/openapi.json?${query}`)).json();
    for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Described>>))
      for (const [method, { requestBody, parameters = [] }] of Object.entries(methods)) {
        requests += 1;
        const places = unbounded(
          [requestBody, ...parameters.filter(({ name }) => name !== 'fields')],
          document,
        );
        found.push(...places.map((place) => `${method} ${path} ${place}`));
      }
  }
  expect(requests).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

it('servers read and wait within their limits', async () => {
  const { app } = await testApp();
  expect(app.server).toMatchObject({
    ...{ headersTimeout: 20_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 },
    ...{ maxHeaderSize: 81_920, requireHostHeader: false },
  });
  expect(app.initialConfig).toMatchObject({
    ...{ bodyLimit: 1_048_576, exposeHeadRoutes: false },
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 400 },
  });
});

interface Described {
  requestBody?: object;
  parameters?: { name: string }[];
}
