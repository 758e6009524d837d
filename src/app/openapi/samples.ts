import type { Json } from '../../service/http/generation-document.ts';
import type { Served } from '../../service/http/served.ts';
import type { Words } from '../../service/vocabulary/words.ts';

/** The sample request of a route in the words on the wire. */
export const sampleRequest = ({ parameters, about }: Served, words: Words): Json =>
  (words.translator(parameters)?.(about.sample) ?? about.sample) as Json;
