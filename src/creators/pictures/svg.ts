/** A drawing in its own units; a page scales it. */
export const svg = (width: number, height: number, shapes: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 4}" height="${height * 4}">${shapes.join('')}</svg>`;
