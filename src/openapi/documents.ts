import { generations as served } from '../app.ts';
import type { Json } from '../http/generation-document.ts';
import { type Contents, documentOf } from './document.ts';
import { playSamples } from './examples.ts';
import { openSideApp, type SideAppOptions } from './side-app.ts';

/** Makes the document of a generation. @param serviceUrl base URL of the service */
export type Documents = (generation: number, serviceUrl: string) => Json;

/** Asks the service for its examples, once; documents are made from them when they are asked for. */
export async function openDocuments(described: SideAppOptions): Promise<Documents> {
  const { settings, generations = served } = described;
  const made = generations.map((make) => make(settings));
  const operations = made.flatMap((generation) => generation.operations);
  const side = await openSideApp(
    described,
    operations.map(({ id }) => id),
  );
  try {
    const contents: Omit<Contents, 'generation' | 'url'> = {
      ...side.deps,
      prices: side.deps.prices.toJSON(),
      examples: await playSamples(side),
      now: side.deps.clock.now(),
    };
    return (number, serviceUrl) => {
      const generation = made.find((each) => each.number === number);
      if (!generation) throw new Error(`there is no generation ${number}`);
      return documentOf({ ...contents, generation, url: `${serviceUrl}${generation.prefix}` });
    };
  } finally {
    await side.close();
  }
}

/** The documents of a sandbox, made at the first question. */
export function documentsOf(
  described: SideAppOptions,
): (generation: number, serviceUrl: string) => Promise<Json> {
  let opening: Promise<Documents> | undefined;
  return async (generation, serviceUrl) => {
    opening ??= openDocuments(described);
    try {
      return (await opening)(generation, serviceUrl);
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
}
