/** What a client sends in place of a key when the variable of its key is not set: a word, quotes, the name of the variable. */
const unset = /^(?:undefined|null|none|nil|nan|""|''|\[object \w+\]|\$\{?\w+\}?)$/i;

/** Whether a header is no key, but shows that the client has none. */
export const isUnset = (header: string): boolean => unset.test(header);
