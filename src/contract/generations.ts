/**
 * Everything that a replay knows about the two generations (contract 2, 5): their paths, the header of the key,
 * the free operation that reports a balance, and whether calls select `fields`.
 */
interface ContractGeneration {
  number: 2 | 3;
  keyHeader: 'apiid' | 'api-key';
  hasFields: boolean;
  /** The path below the base URL of the generation. */
  pathOf(path: string): string;
}

const v2Prefix = /^\/+v2(?=\/|$)/;

const generation2: ContractGeneration = {
  number: 2,
  keyHeader: 'apiid',
  hasFields: false,
  pathOf: (path) => path.replace(v2Prefix, ''),
};

const generation3: ContractGeneration = {
  number: 3,
  keyHeader: 'api-key',
  hasFields: true,
  pathOf: (path) => path,
};

/** Path of the free operation that reports a balance. */
export type Probe = '/usage' | '/v2/apiStatus';

/** The generation that a path or URL belongs to. */
export const generationOf = (path: string): ContractGeneration =>
  v2Prefix.test(path) ? generation2 : generation3;

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
