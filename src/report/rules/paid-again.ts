import { hourMs } from '../../core/durations.ts';
import type { Call, WasteRule } from '../call.ts';

/** A call that comes again after this time asks for new data. */
const maxAgeMs = hourMs / 6;

/** Calls in between do not matter: workers ask in any order. */
export const paidAgain: WasteRule = {
  sentence: 'The same call was paid again within ten minutes.',
  breaks: (call) => isPaidAgain(call) && { credits: call.credits },
};

/** A first call that cost nothing gave nothing to keep, such as a stream that was cut before its result. */
const isPaidAgain = ({ known, credits, isRefused, input, changes }: Call): boolean =>
  known !== undefined &&
  credits > 0 &&
  known.credits > 0 &&
  !isRefused &&
  known.test === input.test &&
  known.changes === changes &&
  input.request.at - known.at <= maxAgeMs;

/** A success that the client had before, so long ago that a cache may not repeat it. */
export const isRefreshed = ({ known, isRefused, input }: Call): boolean =>
  known !== undefined && !isRefused && input.request.at - known.at > maxAgeMs;
