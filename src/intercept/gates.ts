import { formatCount, formatTimes } from '../core/count.ts';
import type { GateResult } from '../report/model.ts';
import type { ServiceHost } from './service-hosts.ts';

type Counts = ReadonlyMap<string, number>;

/** Further hosts are counted, not named. */
const maxNames = 5;

/** Holds if the command reached no other host and sent no key that looks real. */
export function guardGate(attempts: Counts, realKeys: number): GateResult {
  const attemptCount = sumOf(attempts);
  const hosts = [...attempts.keys()].sort();
  const names = `${hosts.slice(0, maxNames).join(', ')}${hosts.length > maxNames ? ` and ${hosts.length - maxNames} more` : ''}`;
  const holds = attemptCount === 0 && realKeys === 0;
  const advice = [
    ...(attemptCount > 0
      ? [
          `The command tried to reach ${names}, ${formatTimes(attemptCount)}, which the guard refused: point its client at CREATOR_SANDBOX_URL.`,
        ]
      : []),
    ...(realKeys > 0
      ? [
          'The command sent a key that looks like a real one: use CREATOR_SANDBOX_KEY, and keep real keys out of tests.',
        ]
      : []),
  ].join(' ');
  return {
    gate: 'guard',
    wanted: 'no other host and no real key',
    found: `${formatCount(attempts.size, 'other host')}${attemptCount > 0 ? ` (${names})` : ''}, ${formatCount(realKeys, 'real key')}`,
    holds,
    ...(!holds && { advice }),
  };
}

/** Holds if something arrived for a named host. */
export function serviceGate(services: readonly ServiceHost[], arrivals: Counts): GateResult {
  const names = services.map(({ host }) => host).join(', ');
  const holds = arrivals.size > 0;
  return {
    gate: 'service',
    wanted: `requests to ${names}`,
    found: holds
      ? [...arrivals].map(([host, count]) => `${formatCount(count, 'request')} to ${host}`).join(', ')
      : 'none',
    holds,
    ...(!holds && {
      advice: nothingArrived(names),
    }),
  };
}

/** @param names of the hosts */
export const nothingArrived = (names: string): string =>
  `No request to ${names} arrived: if the command made some, they may have reached the service. Name the host in its code, or look its client up in docs/clients.md.`;

/** All counts together. */
export const sumOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
