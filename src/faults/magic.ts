import { findOperation, type OperationId } from '../core/operations.ts';
import { isReservedName } from '../core/reserved-names.ts';
import type { AskedOutcome } from './outcomes.ts';

/** What a magic identifier asks for, in place of the look-up. */
export type Magic =
  | { readonly outcome: AskedOutcome }
  /** Answers late, with the record behind these parameters instead. */
  | { readonly waitMs: number; readonly substitute: Readonly<Record<string, string>> };

/** The longest that an answer may be late. */
export const longestWaitMs = 60_000;

/**
 * The only place that knows the forms of magic identifiers.
 * @param given the parameters of the request, or whatever the client sent in their place
 */
export function findMagic(operation: OperationId, given: unknown): Magic | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  for (const parameter of parameters) {
    const value = (given as Record<string, unknown>)[parameter];
    if (typeof value !== 'string') continue;
    const name = value.trim().replace(/^@/, '');
    if (isReservedName(name)) return magicOf(operation, parameter, name);
  }
  return undefined;
}

function magicOf(operation: OperationId, parameter: string, name: string): Magic | undefined {
  const { generation, platform } = findOperation(operation) ?? {};
  const fitting = forms.filter(
    (form) =>
      form.generation === generation &&
      form.parameter === parameter &&
      (form.platform === undefined || form.platform === platform),
  );
  for (const { error, slow, substitute } of fitting) {
    const code = error.exec(name)?.groups?.['code'];
    if (code !== undefined)
      return { outcome: generation === 3 ? { status: Number(code) } : { errorCode: code } };
    const { ms, s } = slow.exec(name)?.groups ?? {};
    const waitMs = Number(ms ?? Number(s) * 1000);
    if (waitMs <= longestWaitMs) return { waitMs, substitute: { [parameter]: substitute } };
  }
  return undefined;
}

interface Form {
  generation: 2 | 3;
  platform?: 'clip' | 'gram' | 'tube';
  parameter: string;
  error: RegExp;
  slow: RegExp;
  /** The fixture creator `slow` under this parameter. */
  substitute: string;
}

const dashed = { error: /^sandbox-error-(?<code>\d{3})$/, slow: /^sandbox-slow-(?<ms>\d{1,5})$/ };
/** The handles of gram have no dashes. */
const underscored = { error: /^sandbox_error_(?<code>\d{3})$/, slow: /^sandbox_slow_(?<ms>\d{1,5})$/ };
/** Handles of tube are found in any case. */
const anyCase = { error: /^sandbox-error-(?<code>\d{3})$/i, slow: /^sandbox-slow-(?<ms>\d{1,5})$/i };
/** Filled with dashes to the 24 characters of a channel id. */
const filled = {
  error: /^UCsandbox-error-(?<code>\d{3})-*$/,
  slow: /^UCsandbox-slow-(?<ms>\d{1,5})-*$/,
};
/** Video ids have 11 characters: whole seconds are all that fits. */
const short = { error: /^sbx-err-(?<code>\d{3})$/, slow: /^sbx-slow-(?<s>\d)s$/ };
/** One status stands for every failure of generation 2: the error string tells them apart. */
const byString = { error: /^sandbox-error-(?<code>[A-Za-z]+)$/, slow: dashed.slow };

const slowChannel = 'UCslow000000000000000000';

const forms: readonly Form[] = [
  { generation: 3, platform: 'clip', parameter: 'uniqueId', ...dashed, substitute: 'slow' },
  { generation: 3, platform: 'clip', parameter: 'uniqueId', ...underscored, substitute: 'slow' },
  { generation: 3, platform: 'gram', parameter: 'uniqueId', ...underscored, substitute: 'slow' },
  { generation: 3, platform: 'tube', parameter: 'uniqueId', ...anyCase, substitute: 'slow' },
  { generation: 3, parameter: 'channelId', ...filled, substitute: slowChannel },
  { generation: 3, parameter: 'videoId', ...short, substitute: 'slowvideo01' },
  { generation: 3, parameter: 'brandId', ...dashed, substitute: 'slow.example' },
  { generation: 3, parameter: 'description', ...dashed, substitute: 'creators called slow' },
  { generation: 2, parameter: 'clipId', ...byString, substitute: 'slow' },
  { generation: 2, parameter: 'gramId', ...byString, substitute: 'slow' },
  { generation: 2, parameter: 'tubeId', ...byString, substitute: slowChannel },
];

const parameters: readonly string[] = [...new Set(forms.map(({ parameter }) => parameter))];
