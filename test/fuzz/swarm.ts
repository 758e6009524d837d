import { execFileSync } from 'node:child_process';
import type { SettingsInput } from '../../src/client/sandbox-interface.ts';
import { adminOf } from '../admin/admin.ts';
import { noon, type TestApp, testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { type Choose, choices } from './choose.ts';

/** The settings of a run of the fuzzer. */
export interface SwarmSettings {
  vocabulary: 'neutral' | 'published';
  store: 'memory' | 'SQLite' | 'PostgreSQL';
  strict: boolean;
  /** Names of fault rules that act on some requests. */
  faults: readonly (keyof typeof faultRules)[];
  /** People in the world. */
  size: number;
  clock: keyof typeof clocks;
  worldTime: 'living' | 'still';
  /** The length of a billing cycle. */
  cycle: '30d' | '1s';
  /** How many self-describing keys may exist. */
  maxKeys: 100_000 | 6;
  /** Whether requests to the admin surface come in between. They change the accounts, the rules and the clock. */
  admin: boolean;
}

/** What a draw may choose from. */
export interface SwarmChoices {
  sizes: readonly number[];
  stores: readonly SwarmSettings['store'][];
}

const clocks = {
  frozen: String(noon),
  'after a leap day': '2028-03-01T00:00:00Z',
  'before a new year': '2026-12-31T23:59:59.999Z',
  real: 'real',
  'sixty times as fast': 'x60',
  'a month ahead': '+31d',
} as const;

const faultRules = {
  refusals: { match: { path: '/clip/*' }, respond: { status: 429 }, probability: 0.2 },
  failures: { match: { method: 'POST' }, respond: { status: 500 }, probability: 0.1 },
  latency: { match: { path: '/*' }, latency: { min: 0, max: 1 }, probability: 0.2 },
  cuts: { match: { path: '/tube/*' }, cut: { bytes: 40, how: 'close' }, probability: 0.2 },
} as const;

/** The settings of this seed. */
export function drawSettings(seed: number, { sizes, stores }: SwarmChoices): SwarmSettings {
  const choose = choices(Math.imul(seed + 1, 0x9e3779b1) ^ 0x5eed);
  const some = <Of>(list: readonly Of[], { chance }: Choose) => list.filter(() => chance(0.5));
  return {
    vocabulary: choose.of(['neutral', 'published']),
    store: choose.of(stores),
    strict: choose.chance(0.25),
    faults: choose.chance(0.3) ? some(Object.keys(faultRules) as (keyof typeof faultRules)[], choose) : [],
    size: choose.of(sizes),
    clock: choose.of(Object.keys(clocks) as (keyof typeof clocks)[]),
    worldTime: choose.of(['living', 'still']),
    admin: choose.chance(0.25),
    cycle: choose.of(['30d', '30d', '1s']),
    maxKeys: choose.chance(0.15) ? 6 : 100_000,
  };
}

/** A sandbox with these settings. @param newLedger makes the URL of a ledger in PostgreSQL */
export async function openSwarmApp(
  { store, faults, clock, admin: _, ...drawn }: SwarmSettings,
  newLedger: () => string = () => {
    throw new Error('there is no PostgreSQL');
  },
): Promise<TestApp> {
  const options: SettingsInput = { ...drawn, clock: clocks[clock] };
  if (store === 'SQLite') options.data = newFolder();
  if (store === 'PostgreSQL') options.ledger = newLedger();
  const app = await testApp(options, { wait: async () => {} });
  const admin = adminOf(app);
  for (const name of faults) await admin('POST', '/faults', faultRules[name]);
  return app;
}

/** The settings in a line, and the commit, which with the seed makes the run again. */
export const shownSwarm = (settings: SwarmSettings): string =>
  `${Object.entries(settings)
    .map(([name, value]) => `${name} ${String(value) || 'none'}`)
    .join(', ')}; commit ${commit()}`;

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}
