/** A JSON object: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a client sent, short enough to be named in a message. */
export const shortened = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text);
