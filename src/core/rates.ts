import { formatDuration, parseDuration } from './durations.ts';

/** At most `count` requests in any window of this length. */
export interface Rate {
  readonly count: number;
  readonly windowMs: number;
}

/** `3/10s` → a rate. @returns undefined for any other form */
export function parseRate(text: string): Rate | undefined {
  const [count = '', window, ...rest] = text.split('/');
  const windowMs = parseDuration(window ?? '');
  return /^[1-9]\d{0,5}$/.test(count) && windowMs && rest.length === 0
    ? { count: Number(count), windowMs }
    : undefined;
}

export const formatRate = ({ count, windowMs }: Rate): string => `${count}/${formatDuration(windowMs)}`;
