/** What stands for a parameter of a statement. */
export type SqlValue = string | number | boolean | null;

/** A statement or a part of one: its values are never in its text. */
export class Sql {
  /** The texts between the values. */
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];

  constructor(texts: readonly string[], values: readonly SqlValue[] = []) {
    this.texts = texts;
    this.values = values;
  }

  /** The characters of its texts, about. */
  get size(): number {
    return this.values.reduce<number>(
      (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
      0,
    );
  }

  /** The statement for a server that gets the values as bind parameters. */
  bound(): { text: string; values: SqlValue[] } {
    return { text: this.#filled((_, place) => `$${place + 1}`), values: [...this.values] };
  }

  /** The statement with its values in quotes; see `inOneMessage`. */
  quoted(): string {
    return this.#filled(literal);
  }

  #filled(write: (value: SqlValue, place: number) => string): string {
    const [first = '', ...more] = this.texts;
    return more.reduce((text, next, place) => text + write(this.values[place] ?? null, place) + next, first);
  }
}

/** A statement as a template: a value becomes a parameter, a part of a statement becomes part of it. */
export const sql = (strings: TemplateStringsArray, ...given: (SqlValue | Sql)[]): Sql =>
  compose(strings, given);

/** Parts with commas, or another word, between them. */
export const joined = (parts: readonly Sql[], between = ', '): Sql =>
  compose(['', ...Array.from({ length: parts.length - 1 }, () => between), ''], parts);

function compose(strings: readonly string[], given: readonly (SqlValue | Sql)[]): Sql {
  const texts: string[] = [];
  const values: SqlValue[] = [];
  let text = strings[0] ?? '';
  for (const [place, each] of given.entries()) {
    const part = each instanceof Sql ? each : new Sql(['', ''], [each]);
    texts.push(text + part.texts[0], ...part.texts.slice(1));
    values.push(...part.values);
    text = (texts.pop() ?? '') + (strings[place + 1] ?? '');
  }
  return new Sql([...texts, text], values);
}

/** The name of a table, a column, a schema. */
export const identifier = (name: string): Sql => new Sql([`"${name.replaceAll('"', '""')}"`]);

/** What stands behind `=` for one of these texts or whole numbers: however many they are, they are one value. */
export const anyText = (values: Iterable<string>): Sql =>
  sql`ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify([...values])})))`;
export const anyNumber = (values: readonly number[]): Sql =>
  sql`ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify(values)})::bigint))`;

export const columnList = (names: readonly string[]): Sql => joined(names.map(identifier));

/**
 * Statements as one text. PostgreSQL binds parameters of a single statement only. A batch needs all its statements in
 * one message: each further round trip would prolong its locks, and a connection that broke between two of them would
 * leave a transaction open. So the values are quoted here; `standard_conforming_strings` is on.
 */
export const inOneMessage = (statements: readonly Sql[]): string =>
  statements.map((statement) => statement.quoted()).join(';');

function literal(value: SqlValue): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
