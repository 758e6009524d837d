import { type Contents, documentOf, type Generation } from './document.ts';
import { exampleKeys, playSamples } from './examples.ts';
import type { Json } from './schemas.ts';
import { type BuildService, type Described, openSideApp } from './side-app.ts';

/** Makes the document of a generation. @param serviceUrl base URL of the service */
export type Documents = (generation: Generation, serviceUrl: string) => Json;

/** Asks the service for its examples, once; documents are made from them when they are asked for. */
export async function openDocuments(described: Described, build: BuildService): Promise<Documents> {
  const side = await openSideApp(described, exampleKeys, build);
  try {
    const contents: Omit<Contents, 'generation' | 'url'> = {
      served: side.deps.served,
      prices: described.prices.toJSON(),
      words: described.words,
      v2Status: described.settings.v2Status,
      examples: await playSamples(side),
      now: side.deps.clock.now(),
    };
    return (generation, serviceUrl) =>
      documentOf({ ...contents, generation, url: generation === 2 ? `${serviceUrl}/v2` : serviceUrl });
  } finally {
    await side.close();
  }
}
