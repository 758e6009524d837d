import { pino } from 'pino';
import { launch } from '../app/sandbox/sandbox.ts';
import type { SettingsInput } from '../client/sandbox-interface.ts';
import { UsageError } from '../core/errors.ts';
import { nearestHint } from '../core/nearest.ts';
import { operations as allOperations } from '../core/operations.ts';
import { freePort, readSettings } from '../core/settings.ts';
import type { ObservedRun } from '../trials/exploration/call.ts';
import {
  type CandidateOptions,
  faultsAt,
  singleFaults,
  splitRecovery,
} from '../trials/exploration/candidates.ts';
import { judgeRun, usuallySurvived } from '../trials/exploration/judge.ts';
import { observeRun } from '../trials/exploration/observe.ts';
import { outcomeNames, outcomeOf } from '../trials/exploration/outcomes.ts';
import {
  type FaultSchedule,
  outcomeNamed,
  scheduleInWords,
  scheduleText,
} from '../trials/exploration/schedule.ts';
import type { FindingKind } from '../trials/exploration/symptoms.ts';
import { usualLateReply } from '../trials/late-reply.ts';

/** Calls the sandbox at a URL: it resolves when it succeeded, and rejects when it failed, as a command exits. */
export type ScheduledClient = (url: string) => Promise<unknown>;

/** Selects schedules, and says what a client must bear. */
export interface ScheduleOptions {
  /** Such as `reply-lost`; all but those that come late by default, for which a client without a limit of its own waits 11 seconds. */
  faults?: readonly string[];
  /** Faults at calls of these only, such as `clip/profile`; all by default. */
  operations?: readonly string[];
  /** The most faults of a schedule, 1 or 2; 1 by default. */
  depth?: number;
  /** The faults after which the client must succeed; 503, 429 and 500 by default. */
  mustSurvive?: readonly string[];
  /** The most calls of a run; by default ten times those of the run without faults, and 20. */
  maxCalls?: number;
  /** Settings of the sandbox of each run. */
  settings?: SettingsInput;
}

/** A flaw of a client that a schedule shows. */
export interface ScheduleFinding {
  /** Such as `paid-twice`. */
  readonly kind: FindingKind;
  /** The client rule of the kind `rule`. */
  readonly rule?: string;
  readonly sentence: string;
  /** Too much of them. */
  readonly credits: number;
}

/** Faults at calls of a client. */
export interface ClientSchedule {
  /** `503@clip/profile uniqueId=sample.creator#1`, several joined by ` + ` */
  readonly id: string;
  /** Each with the name of its outcome, such as `503`. */
  readonly faults: readonly { readonly call: string; readonly outcome: string }[];
  /** The faults in words. */
  readonly changes: string;
  /** Runs the client under the schedule, beside a sandbox of its own. */
  findings(): Promise<ScheduleFinding[]>;
}

/** @throws UsageError for a wrong name; Error if the client fails without faults, or makes no call */
export async function listSchedules(
  client: ScheduledClient,
  options: ScheduleOptions,
): Promise<ClientSchedule[]> {
  const { depth = 1, settings = {} } = options;
  if (depth !== 1 && depth !== 2) throw new UsageError('depth: give 1 or 2.');
  const mustSurvive =
    options.mustSurvive?.map((name) => outcomeNamed('mustSurvive', name)) ?? usuallySurvived;
  const candidates = candidatesOf(options);
  const clean = await runClient(client, [], settings, options.maxCalls ?? Number.POSITIVE_INFINITY);
  if (!clean.passed) throw new Error('The client fails without faults.');
  if (clean.calls.length === 0) throw new Error('The client calls no operation of the sandbox.');
  const maxCalls = options.maxCalls ?? 20 + 10 * clean.calls.length;
  const run = (schedule: FaultSchedule) => runClient(client, schedule, settings, maxCalls);

  const all: FaultSchedule[] = singleFaults(clean, candidates).flatMap(({ fault, like }) =>
    like ? [] : [[fault]],
  );
  if (depth === 2)
    for (const single of [...all]) all.push(...pairsWith(single, await run(single), clean, candidates));
  return all.map((schedule) => ({
    id: scheduleText(schedule),
    faults: schedule,
    changes: scheduleInWords(schedule),
    findings: async () =>
      judgeRun(await run(schedule), clean, schedule, { mustSurvive }).map(
        ({ kind, about, detail, credits }) => ({
          kind,
          ...(kind === 'rule' && { rule: about }),
          sentence: `When ${scheduleInWords(schedule)}: ${detail}.`,
          credits,
        }),
      ),
  }));
}

function candidatesOf({ faults, operations }: ScheduleOptions): CandidateOptions {
  for (const name of operations ?? [])
    if (!allOperations.some(({ id }) => id === name))
      throw new UsageError(
        `operations: there is no operation "${name}"${nearestHint(
          name,
          allOperations.map(({ id }) => id),
        )}.`,
      );
  const named = faults?.map((name) => outcomeNamed('faults', name));
  return {
    outcomes: outcomeNames.filter((name) => named?.includes(name) ?? !outcomeOf(name).isLate),
    operations,
  };
}

/** One more fault at each call with which the client makes the first one good. */
function pairsWith(
  single: FaultSchedule,
  run: ObservedRun,
  clean: ObservedRun,
  candidates: CandidateOptions,
): FaultSchedule[] {
  const [fault] = single;
  if (!fault || outcomeOf(fault.outcome).isOnward) return [];
  return splitRecovery(run, clean, fault).recovery.flatMap((call) =>
    faultsAt(call, candidates).map((next) => [fault, next]),
  );
}

/** Runs a client in this process. One that calls too often is left alone. */
async function runClient(
  client: ScheduledClient,
  schedule: FaultSchedule,
  given: SettingsInput,
  maxCalls: number,
): Promise<ObservedRun> {
  const content = { port: freePort, logLevel: 'error', admin: false, ...given };
  const { settings } = readSettings({ file: { name: 'the settings', content } });
  if (settings.journal === 0) throw new UsageError('schedules() needs the journal: journal must not be 0.');
  const tooMany = Promise.withResolvers<false>();
  const observation = observeRun({
    ...{ schedule, late: usualLateReply, maxCalls },
    onTooMany: () => tooMany.resolve(false),
  });
  const sandbox = await launch(settings, {
    log: pino({ level: 'silent' }),
    replyRewriter: observation.rewriter,
    prepare: observation.prepare,
  });
  try {
    const ended = client(sandbox.url).then(
      () => true,
      () => false,
    );
    const passed = await Promise.race([ended, tooMany.promise]);
    return await observation.finish({ passed, timedOut: false }, sandbox);
  } finally {
    await sandbox.close();
  }
}
