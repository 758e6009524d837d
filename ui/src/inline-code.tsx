/** Text between backticks becomes code. */
export const inlineCode = (text: string) =>
  text.split('`').map((part, n) => (n % 2 === 1 ? <code key={`${n}`}>{part}</code> : part));
