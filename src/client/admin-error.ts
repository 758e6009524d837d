/** A refusal of the admin surface, with its problem details. */
export class AdminError extends Error {
  readonly status: number;
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Record<string, unknown>) {
    super(messageOf(problem));
    this.name = 'AdminError';
    this.status = status;
    this.problem = problem;
  }
}

/** The detail; for an unmet expectation in lines: what was expected, what was found, the nearest requests. */
function messageOf({ title, detail, lines }: Record<string, unknown>): string {
  const inWords = Array.isArray(lines) ? lines.map((line) => `\n  ${line}`) : [];
  return `${detail ?? title}${inWords.join('')}`;
}
