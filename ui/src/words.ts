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
