/** The texts that clients send in place of a key when its variable is not set: a word, quotes, the name of the variable. */
const unset = /^(?:undefined|null|none|nil|nan|""|''|\[object \w+\]|\$\{?\w+\}?)$/i;

/** Whether a header is no key, but shows that the client has none. */
export const isUnset = (header: string): boolean => unset.test(header);
