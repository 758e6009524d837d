import { createRandom } from '../../core/random.ts';

/** The choices of one drawing, in their order. */
export interface Choices {
  among<Option>(options: readonly Option[]): Option;
  /** A whole number between two others, both included. */
  between(from: number, to: number): number;
}

/** The same text gives the same choices on every machine. */
export function choicesOf(text: string): Choices {
  let seed = 0;
  for (const character of text) seed = (Math.imul(seed, 31) + (character.codePointAt(0) as number)) | 0;
  const random = createRandom(seed);
  const between = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  return {
    among: (options) => options[between(0, options.length - 1)] as (typeof options)[number],
    between,
  };
}
