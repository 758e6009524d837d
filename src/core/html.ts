/** Markup in which all inserted text is escaped. */
export interface Html {
  readonly html: string;
}

/** A template tag: escapes text, inserts markup and lists of it, and leaves out false and undefined. */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => ({
  html: parts.map((part, n) => part + (n < values.length ? toMarkup(values[n]) : '')).join(''),
});

export type HtmlValue = string | number | Html | readonly HtmlValue[] | false | undefined;

function toMarkup(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'html' in value ? value.html : value.map(toMarkup).join('');
}

/** Text for XML and HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
