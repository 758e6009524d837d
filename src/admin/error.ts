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

/** The detail; for an unmet expectation the numbers and the nearest requests. */
function messageOf({ title, detail, expected, actual, nearest }: Record<string, unknown>): string {
  const { credits, order } = (expected ?? {}) as { credits?: unknown; order?: unknown };
  if (expected === undefined || credits !== undefined || order !== undefined) return String(detail ?? title);
  const near = (Array.isArray(nearest) ? nearest : []) as {
    method: string;
    path: string;
    differs: string[];
  }[];
  return [
    `Expected ${JSON.stringify(expected)} requests, found ${actual}.`,
    ...near.map(
      ({ method, path, differs }) => `  near: ${method} ${path}, which differs in ${differs.join(', ')}`,
    ),
  ].join('\n');
}
