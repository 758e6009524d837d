import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Bounds how many tokens an address may try. */
export interface WrongTokens {
  /**
   * Counts a wrong token. Beyond the bound the reply is late.
   * @returns seconds after which the address may try again; undefined below the bound
   */
  count(address: string): Promise<number | undefined>;
}

interface WrongTokenOptions {
  /** Wrong tokens of an address in a window. */
  max?: number;
  windowMs?: number;
  /** How late replies beyond the bound are. */
  delayMs?: number;
  /** Called when an address reaches the bound, once in a window. */
  onBound?: (address: string) => void;
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/** Addresses that are remembered; beyond that the oldest are forgotten. */
const maxAddresses = 10_000;

/** Replies of an address that may be late at once: further ones leave at once, and tell nothing. */
const maxLate = 10;

export function createWrongTokens({
  max = 20,
  windowMs = 60_000,
  delayMs = 1_000,
  onBound = () => {},
  now = () => performance.now(),
  wait = (ms) => sleep(ms, undefined, { ref: false }),
}: WrongTokenOptions = {}): WrongTokens {
  const windows = new Map<string, { since: number; count: number; late: number }>();
  return {
    async count(given) {
      const address = networkOf(given);
      const at = now();
      const known = windows.get(address);
      const window =
        known && at - known.since < windowMs ? known : { since: at, count: 0, late: known?.late ?? 0 };
      windows.delete(address);
      windows.set(address, window);
      if (windows.size > maxAddresses) windows.delete(windows.keys().next().value ?? '');
      window.count += 1;
      if (window.count <= max) return undefined;
      if (window.count === max + 1) onBound(address);
      if (window.late < maxLate) {
        window.late += 1;
        await wait(delayMs).finally(() => {
          window.late -= 1;
        });
      }
      return Math.max(1, Math.ceil((window.since + windowMs - now()) / 1000));
    },
  };
}

/** Whoever has one address of IPv6 has at least a network of 64 bits. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
