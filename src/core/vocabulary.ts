/** The words on the wire: those of the specification, or those of the published service. */
export const vocabularies = ['neutral', 'published'] as const;
export type Vocabulary = (typeof vocabularies)[number];
