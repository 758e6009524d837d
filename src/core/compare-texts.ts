/** The order of texts by their code units, which is the same on every machine. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
