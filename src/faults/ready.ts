import type { Respond } from './respond.ts';
import type { FaultRule } from './rule.ts';
import { RuleError } from './rule-error.ts';

/** A failure of the road that a rule, or a header, asks for by its name, as for a reply profile. */
export interface ReadyFailure {
  readonly respond: Respond & { readonly status: number };
  readonly latencyMs?: number;
}

/** The page that a proxy sends in place of a reply. */
const page = (status: number, title: string, more = ''): Respond & { readonly status: number } => ({
  status,
  contentType: 'text/html',
  body: `<html>\n<head><title>${status} ${title}</title></head>\n<body>\n<center><h1>${status} ${title}</h1></center>\n${more}</body>\n</html>\n`,
});

/** Gateways wait a minute; who tests that says so with a latency. */
const gatewayWaitMs = 1_000;

const timeout = page(504, 'Gateway Time-out');

export const readyFailures = {
  'gateway-timeout': { latencyMs: gatewayWaitMs, respond: timeout },
  'bad-gateway': { respond: page(502, 'Bad Gateway') },
  'maintenance-page': {
    respond: page(503, 'Service Unavailable', '<p>We are down for maintenance, and will be back soon.</p>\n'),
  },
  'billed-timeout': { latencyMs: gatewayWaitMs, respond: { ...timeout, charge: true } },
  'too-large': { respond: page(413, 'Request Entity Too Large') },
} satisfies Record<string, ReadyFailure>;

export type ReadyFailureName = keyof typeof readyFailures;

/** @returns undefined for an unknown name */
export const findReadyFailure = (name: string): ReadyFailure | undefined =>
  Object.hasOwn(readyFailures, name) ? readyFailures[name as ReadyFailureName] : undefined;

/** A rule with what its profile stands for, if that is a ready failure. @throws RuleError */
export function withReadyFailure(rule: FaultRule): FaultRule {
  const { profile, ...rest } = rule;
  const ready = profile === undefined ? undefined : findReadyFailure(profile);
  if (!ready) return rule;
  if (rest.respond) throw new RuleError(`'${profile}' is an answer, so it has no 'respond' beside it.`);
  const { respond, latencyMs } = ready;
  return { ...(latencyMs !== undefined && { latency: latencyMs }), ...rest, respond };
}
