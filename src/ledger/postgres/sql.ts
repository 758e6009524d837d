/** A name in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text in SQL; `standard_conforming_strings` is on. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
