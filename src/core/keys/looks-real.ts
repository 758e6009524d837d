/**
 * Whether a key could be one of the paid service: long, of letters and digits mixed, and not called a test. For keys
 * that the sandbox does not know.
 */
export const looksReal = (key: string): boolean =>
  /^[\w.-]{20,200}$/.test(key) &&
  /[a-z]/i.test(key) &&
  (key.match(/\d/g)?.length ?? 0) >= 4 &&
  !/test|demo|fake|dummy|example|sample|invalid|unknown|wrong|sandbox|secret|nobody|key/i.test(key);
