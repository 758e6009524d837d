/**
 * Whether an unknown key could be one of the paid service: it is long, mixes letters and digits, and contains no word
 * such as `test`.
 */
export const looksReal = (key: string): boolean =>
  /^[\w.-]{20,200}$/.test(key) &&
  /[a-z]/i.test(key) &&
  /(?:\d\D*){4}/.test(key) &&
  !/test|demo|fake|dummy|example|sample|invalid|unknown|wrong|sandbox|secret|nobody|key/i.test(key);
