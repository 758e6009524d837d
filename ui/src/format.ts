export const formatNumber = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 3 });

/** `+1` or `−1`; nothing for 0. */
export const signed = (n: number): string =>
  n === 0
    ? ''
    : n.toLocaleString('en', { maximumFractionDigits: 3, signDisplay: 'always' }).replace('-', '−');

/** A number with its noun: `1 credit`, `1,200 credits`. */
export const formatCount = (n: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(n)} ${n === 1 ? noun : plural}`;

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** `1.2M` */
export const shortNumber = (n: number): string => short.format(n);

export const instant = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

export const timeOfDay = (at: number): string => new Date(at).toISOString().slice(11, 23);

/** `3 d 4 h`, `5 min`. */
export function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 || days > 9 ? `${days} d` : `${days} d ${hours % 24} h`;
}

/** A code of the service in words: `KEY_SPEND_THRESHOLD_EXCEEDED` and `ApiKeyInvalid` → small words. */
const inWords = (code: string): string =>
  code
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .replaceAll('_', ' ')
    .toLowerCase();

/** An answer in words: its refusal, or that it is none. */
export const answerInWords = (status: number, code: string | null): string =>
  code !== null && code !== ''
    ? inWords(code)
    : status < 300
      ? 'answered'
      : status === 404
        ? 'unknown path'
        : status < 400
          ? 'redirected'
          : 'refused';
