/** A tool call that cannot be done: a sentence for the agent, and what it can do about it. */
export class ToolError extends Error {
  readonly more: Readonly<Record<string, unknown>>;

  constructor(message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.more = more;
  }
}
