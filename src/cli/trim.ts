import { formatCount } from '../core/count.ts';
import { roundedCredits } from '../core/credits.ts';
import { UsageError } from '../core/errors.ts';
import { findFewest } from '../core/fewest.ts';
import { journalGap } from '../core/settings.ts';
import type { Report } from '../report/model.ts';
import type { ReplyRewriter } from '../service/http/reply-rewriter.ts';
import { version } from '../system/version.ts';
import { differenceOf, foretoldReceipt } from '../trials/mutation/foretold-receipt.ts';
import { type TrimmedSite, trimFindings } from '../trials/mutation/report/fewer-fields.ts';
import {
  type Fields,
  replyTrimming,
  sellingOnly,
  type TrimmableSite,
  watchSites,
} from '../trials/mutation/trimming.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { defaultTimeoutMs, failureOfFirst, openTrials, type Trials } from './trials/trials.ts';
import { type TrialFiles, writeTrials } from './trials/write.ts';

type Receipt = Report['receipt'];

export interface TrimFlags extends TrialFiles {
  timeout?: number;
}

/** Runs the command with fewer and fewer fields. */
type Passes = (fields: ReadonlyMap<string, Fields>) => Promise<boolean>;

/**
 * Finds for each call site the smallest `fields` with which a command passes.
 * @returns 0; 1 when the command already fails with all fields
 */
export async function trim(
  command: readonly string[],
  flags: TrimFlags,
  settingFlags: Flags,
  io: Io,
): Promise<number> {
  const { settings } = settingsOf(settingFlags, io);
  const gap = journalGap(settings);
  if (gap !== undefined) throw new UsageError(`The receipt proves proposals: ${gap}.`);
  const trials = await openTrials(command, settings, io);
  const watch = watchSites();
  const first = await runWithReceipt(trials, watch.rewriter, flags.timeout);
  const failure = failureOfFirst(first.trial, command, 'with all fields');
  if (failure !== undefined) {
    io.stderr.write(failure);
    return exitCode.runtime;
  }
  const timeoutMs = flags.timeout ?? defaultTimeoutMs(first.trial);
  let runs = 1;
  const passes: Passes = async (fields) => {
    runs += 1;
    return (await trials.run(replyTrimming(fields), { timeoutMs })).passed;
  };

  // Each site is trimmed while the proposals for earlier sites hold, so that the last run had all proposals at once.
  const proposed = new Map<string, Fields>();
  const sites: TrimmedSite[] = [];
  for (const site of watch.sites()) {
    io.stderr.write(`creator-sandbox: ${site.id}: ${formatCount(runs, 'run')} so far\n`);
    const fields = await smallest(site, (each) => passes(new Map([...proposed, [site.id, each]])));
    const trimmed = trimmedSite(site, fields);
    if (trimmed.fields) proposed.set(site.id, trimmed.fields);
    sites.push(trimmed);
  }
  const isReliable = proposed.size === 0 || (await passes(proposed));
  const proof = isReliable && proposed.size > 0 ? await prove() : undefined;
  const flaw = isReliable ? proof?.flaw : unreliable;
  if (flaw !== undefined) {
    io.stderr.write(`creator-sandbox: ${flaw}\n`);
    return exitCode.runtime;
  }
  const { credits } = first.receipt;
  writeTrials(
    flags,
    trimFindings({
      version,
      command: command.join(' '),
      runs,
      credits,
      creditsWithFields: proof?.credits ?? credits,
      sites,
    }),
    { settingFlags, clock: settings.clock },
    io,
  );
  return exitCode.ok;

  async function prove() {
    runs += 1;
    const { trial, receipt } = await runWithReceipt(trials, sellingOnly(proposed), timeoutMs);
    const flaw = differenceOf(foretoldReceipt(first.receipt, sites), receipt);
    if (flaw === undefined && !trial.passed)
      io.stderr.write('creator-sandbox: The command fails at the lower price: its tests compare credits.\n');
    return { flaw, credits: receipt.credits };
  }
}

const unreliable =
  'The command passes with the fields of each site, but not reliably with all of them: its tests are flaky, and nothing is proposed.';

async function runWithReceipt(trials: Trials, rewriter: ReplyRewriter, timeoutMs: number | undefined) {
  let receipt: Receipt | undefined;
  const trial = await trials.run(rewriter, {
    timeoutMs,
    ended: async (_trial, sandbox) => {
      receipt = sandbox.reportNow().receipt;
    },
  });
  return { trial, receipt: receipt as Receipt };
}

/** @param fields undefined if nothing can be left out */
function trimmedSite(site: TrimmableSite, fields: Fields | undefined): TrimmedSite {
  const { operation, parameters, calls, callSite } = site;
  const before = roundedCredits(site.cost());
  const after = fields && roundedCredits(site.cost(fields));
  // Some prices make fewer fields cost more than the whole record.
  const isCheaper = fields !== undefined && after !== undefined && after < before;
  return {
    operation,
    parameters,
    ...(callSite && { callSite }),
    calls,
    fields: isCheaper ? fields : null,
    before,
    after: isCheaper ? after : before,
  };
}

/** @returns undefined if nothing can be left out */
async function smallest(
  site: TrimmableSite,
  passes: (fields: Fields) => Promise<boolean>,
): Promise<Fields | undefined> {
  const { whole } = site;
  if (Array.isArray(whole)) {
    const names = whole as readonly string[];
    const found = await findFewest(names, passes);
    // An empty list would mean all of them (contract 4.3(7)).
    const cheapest = names.toSorted((one, other) => site.cost([one]) - site.cost([other])).slice(0, 1);
    const sent = found.length > 0 ? found : cheapest;
    return sent.length < names.length ? sent : undefined;
  }
  let counts = { ...(whole as Readonly<Record<string, number>>) };
  for (const [name, most] of Object.entries(counts)) {
    let [least, enough] = [0, most];
    while (least < enough) {
      const middle = (least + enough) >> 1;
      if (await passes({ ...counts, [name]: middle })) enough = middle;
      else least = middle + 1;
    }
    counts = { ...counts, [name]: enough };
  }
  return JSON.stringify(counts) === JSON.stringify(whole) ? undefined : counts;
}
