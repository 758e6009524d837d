import { declarationsOf, type TypedDocument } from './declarations.ts';
import { documentsOf } from './documents.ts';

/** A file of declarations: its path, and its text. */
export type TypeFile = readonly [path: string, text: string];

/**
 * The types of the service for authors of clients: one file for each generation, and one that names both, in the
 * neutral words and under `published/` in those of the published service. They import nothing else.
 */
export async function serviceTypes(): Promise<TypeFile[]> {
  const files = [];
  for (const [vocabulary, folder] of [
    ['neutral', ''],
    ['published', 'published/'],
  ] as const) {
    const [v2, v3] = await documentsOf({ vocabulary }, ['generation=2', 'generation=3']);
    files.push(
      [`${folder}index.d.ts`, index] as const,
      [`${folder}v2.d.ts`, textOf(v2, '/v2')] as const,
      [`${folder}v3.d.ts`, textOf(v3, '')] as const,
    );
  }
  return files;
}

const index = `/** Generation 2, under \`/v2\`. */
export type * as v2 from './v2.js';
/** Generation 3, at the root. */
export type * as v3 from './v3.js';
`;

/** @param prefix of the generation's paths, which its document leaves out */
function textOf(document: TypedDocument | undefined, prefix: string): string {
  if (!document) throw new Error('there is no document');
  const paths = Object.entries(document.paths).map(([path, methods]) => [`${prefix}${path}`, methods]);
  return declarationsOf({ ...document, paths: Object.fromEntries(paths) });
}
