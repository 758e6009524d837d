import { setupWith } from 'creator-sandbox/vitest-setup';

/**
 * One sandbox for the run. Under a frozen clock it does not judge the pauses between retries, which the tests skip. The
 * run fails when it costs more, when no test meets one of these refusals, or when the client breaks a rule of the service.
 */
export default setupWith({
  clock: '2026-01-01T00:00:00Z',
  budget: 40,
  require: ['400', '402', '404', '429', '503'],
  maxRuleBreaks: 0,
});
