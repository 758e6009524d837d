/** Kinds of accounts whose keys a run can be given. */
export const roles = [
  'fractional',
  'standard',
  'unlimited',
  'empty',
  'spent',
  'forbidden',
  'testOnly',
  'throttled',
] as const;
export type Role = (typeof roles)[number];
