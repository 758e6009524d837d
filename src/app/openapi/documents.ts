import type { JsonObject } from '../../service/http/generation-document.ts';
import { generations as servedGenerations } from '../app.ts';
import { type Contents, documentOf, withServer } from './document.ts';
import { requestExamples } from './examples.ts';
import { openSideApp, type SideAppOptions } from './side-app.ts';

/** The document of a generation. @param serviceUrl base URL of the service */
export type Documents = (generation: number, serviceUrl: string) => JsonObject;

/** Requests the examples once. The returned function makes each document once, and gives it the address of the request. */
export async function openDocuments(options: SideAppOptions): Promise<Documents> {
  const { settings, generations = servedGenerations } = options;
  const prepared = generations.map((make) => make(settings));
  const operations = prepared.flatMap((generation) => generation.operations);
  const side = await openSideApp(
    options,
    operations.map(({ id }) => id),
  );
  try {
    const contents: Omit<Contents, 'generation'> = {
      ...side.deps,
      prices: side.deps.prices.toJSON(),
      examples: await requestExamples(side),
      now: side.deps.clock.now(),
    };
    const made = new Map<number, JsonObject>();
    return (number, serviceUrl) => {
      const generation = prepared.find((each) => each.number === number);
      if (!generation) throw new Error(`there is no generation ${number}`);
      const document = made.get(number) ?? documentOf({ ...contents, generation });
      made.set(number, document);
      return withServer(document, `${serviceUrl}${generation.prefix}`);
    };
  } finally {
    await side.close();
  }
}

/** Like `openDocuments`, but opens at the first call. Retries after a failure. */
export function documentsOf(
  options: SideAppOptions,
): (generation: number, serviceUrl: string) => Promise<JsonObject> {
  let opening: Promise<Documents> | undefined;
  return async (generation, serviceUrl) => {
    opening ??= openDocuments(options);
    try {
      return (await opening)(generation, serviceUrl);
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
}
