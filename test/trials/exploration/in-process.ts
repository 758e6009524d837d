import { pino } from 'pino';
import { launch } from '../../../src/app/sandbox/sandbox.ts';
import type { SettingsInput } from '../../../src/client/sandbox-interface.ts';
import { readSettings } from '../../../src/core/settings.ts';
import type { ObservedRun } from '../../../src/trials/exploration/call.ts';
import { type ExploreOptions, explore, type FoundCause } from '../../../src/trials/exploration/explore.ts';
import { usuallySurvived } from '../../../src/trials/exploration/judge.ts';
import { observeRun } from '../../../src/trials/exploration/observe.ts';
import { type OutcomeName, outcomeNames, outcomeOf } from '../../../src/trials/exploration/outcomes.ts';
import { type FaultSchedule, scheduleText } from '../../../src/trials/exploration/schedule.ts';

/** A client of the service: it ends well or throws, as a command exits. */
export type Client = (url: string) => Promise<void>;

/** Beyond the calls of each client here, and soon reached by one without a bound. */
const maxCalls = 60;

/** Runs a client in this process, beside a sandbox of its own. */
export async function runClient(
  client: Client,
  schedule: FaultSchedule = [],
  settingsInput: SettingsInput = {},
  lateMs = 600_000,
): Promise<ObservedRun> {
  const content = { port: 0, size: 60, logLevel: 'error', pace: 0, ...settingsInput };
  const { settings } = readSettings({ file: { name: 'the test', content } });
  const observation = observeRun({ schedule, late: { ms: lateMs, isBeyondLimit: true }, maxCalls });
  const sandbox = await launch(settings, {
    log: pino({ level: 'silent' }),
    replyRewriter: observation.rewriter,
    prepare: observation.prepare,
  });
  try {
    const passed = await client(sandbox.url).then(
      () => true,
      () => false,
    );
    return await observation.finish({ passed, timedOut: false }, sandbox);
  } finally {
    await sandbox.close();
  }
}

/** All outcomes but those for which each run waits until the client gives up. */
const quickOutcomes: readonly OutcomeName[] = outcomeNames.filter((name) => !outcomeOf(name).isLate);

/** Explores a client, some runs side by side. */
export async function exploreClient(client: Client, given: Partial<ExploreOptions> = {}, lateMs?: number) {
  const clean = await runClient(client);
  const options = {
    ...{ depth: 1, outcomes: quickOutcomes, operations: undefined, mustSurvive: usuallySurvived },
    ...given,
  };
  const found = await explore(clean, options, {
    run: (schedule) => runClient(client, schedule, {}, lateMs),
    async forEach(items, work) {
      const waiting = items.values();
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (const item of waiting) await work(item, () => {});
        }),
      );
    },
  });
  return { ...found, clean, named: found.causes.map(causeName) };
}

/** `paid-twice: 503@clip/profile uniqueId=sample.creator#1` */
const causeName = ({ symptom: { kind, about }, schedule }: FoundCause): string =>
  `${kind === 'rule' ? about : kind}: ${scheduleText(schedule)}`;
