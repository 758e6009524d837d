/** A number with its noun: `1 credit`, `2.5 credits`, `2 entries`. */
export const formatCount = (n: number, noun: string, plural = `${noun}s`): string =>
  `${n} ${Math.abs(n) === 1 ? noun : plural}`;

/** `once`, `2 times`. */
export const formatTimes = (count: number): string => (count === 1 ? 'once' : `${count} times`);
