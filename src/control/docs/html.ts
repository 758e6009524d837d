/** A piece of markup: whatever was put into it is escaped already. */
export interface Html {
  readonly html: string;
}

/** Markup with values in it: texts are escaped, markup and lists of it stay as they are, nothing is nothing. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  html: parts.map((part, n) => part + (n < values.length ? written(values[n]) : '')).join(''),
});

export type Value = string | number | Html | readonly Value[] | false | null | undefined;

function written(value: Value): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'html' in value ? value.html : value.map(written).join('');
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
