import type { JsonObject } from '../../service/http/generation-document.ts';
import type { ServedRoute } from '../../service/http/served.ts';
import type { Words } from '../../service/vocabulary/words.ts';

/** The sample request of a route in the words on the wire. */
export const sampleRequest = ({ parameters, about }: ServedRoute, words: Words): JsonObject =>
  (words.translator(parameters)?.(about.sample) ?? about.sample) as JsonObject;
