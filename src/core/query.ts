/** What follows the first question mark of a URL. */
export const queryIn = (url: string): string => url.replace(/^[^?]*\??/, '');

/** The parameters of a query string by name. A repeated one is a list. */
export function parametersIn(query: string): Record<string, string | string[]> {
  const read = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(read.keys())].map((name) => {
      const values = read.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
