/** An invalid rule. The message is a sentence for the client. */
export class RuleError extends Error {}
