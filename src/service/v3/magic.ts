import { dashed, type MagicForm, slowChannel } from '../../faults/magic.ts';

/** The handles of gram have no dashes. */
const underscored = { error: /^sandbox_error_(?<code>\d{3})$/, slow: /^sandbox_slow_(?<ms>\d{1,5})$/ };
/** Handles of tube match in any case. */
const anyCase = { error: /^sandbox-error-(?<code>\d{3})$/i, slow: /^sandbox-slow-(?<ms>\d{1,5})$/i };
/** Dashes fill it to the 24 characters of a channel id. */
const filled = {
  error: /^UCsandbox-error-(?<code>\d{3})-*$/,
  slow: /^UCsandbox-slow-(?<ms>\d{1,5})-*$/,
};
/** The 11 characters of a video id fit whole seconds only. */
const short = { error: /^sbx-err-(?<code>\d{3})$/, slow: /^sbx-slow-(?<s>\d)s$/ };

/** The identifiers that answer in place of a look-up. */
export const magic: readonly MagicForm[] = [
  { platform: 'clip', parameter: 'uniqueId', ...dashed, substitute: 'slow' },
  { platform: 'clip', parameter: 'uniqueId', ...underscored, substitute: 'slow' },
  { platform: 'gram', parameter: 'uniqueId', ...underscored, substitute: 'slow' },
  { platform: 'tube', parameter: 'uniqueId', ...anyCase, substitute: 'slow' },
  { parameter: 'channelId', ...filled, substitute: slowChannel },
  { parameter: 'videoId', ...short, substitute: 'slowvideo01' },
  { parameter: 'brandId', ...dashed, substitute: 'slow.example' },
  { parameter: 'description', ...dashed, substitute: 'creators called slow' },
];
