/** A JSON object: not null, not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON type of a value, for messages. */
export const jsonTypeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** The sentence on a value of another type, in the words of the service (observed). */
export const wrongTypeMessage = (field: string, kind: string, value: unknown): string =>
  `'${field}': expected ${kind}, received ${jsonTypeOf(value)}.`;

/** A text from a client, short enough for a message. */
export const shortenedText = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text);
