import { formatDuration, parseDuration } from './durations.ts';

/** So many requests in any stretch of time of this length. */
export interface Rate {
  readonly count: number;
  readonly windowMs: number;
}

/** `3/10s` → a rate. @returns undefined when it is written otherwise */
export function parseRate(text: string): Rate | undefined {
  const [count = '', window, ...rest] = text.split('/');
  const windowMs = parseDuration(window ?? '');
  return /^[1-9]\d{0,5}$/.test(count) && windowMs && rest.length === 0
    ? { count: Number(count), windowMs }
    : undefined;
}

export const formatRate = ({ count, windowMs }: Rate): string => `${count}/${formatDuration(windowMs)}`;
