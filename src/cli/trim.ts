import { formatCount } from '../core/count.ts';
import { roundedCredits } from '../core/credits.ts';
import { findFewest } from '../core/fewest.ts';
import { version } from '../system/version.ts';
import { type TrimmedSite, trimFindings } from '../trials/mutation/report/fewer-fields.ts';
import { type CallSite, type Fields, replyTrimming, watchSites } from '../trials/mutation/trimming.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsWithWarnings } from './settings.ts';
import { defaultTimeoutMs, failureOfFirst, openTrials } from './trials/trials.ts';
import { type TrialFiles, writeTrials } from './trials/write.ts';

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
  const settings = settingsWithWarnings(settingFlags, io);
  const trials = await openTrials(command, settings, io);
  const watch = watchSites();
  const first = await trials.run(watch.rewriter, { timeoutMs: flags.timeout });
  const failure = failureOfFirst(first, command, 'with all fields');
  if (failure !== undefined) {
    io.stderr.write(failure);
    return exitCode.runtime;
  }
  const timeoutMs = flags.timeout ?? defaultTimeoutMs(first);
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
    const before = roundedCredits(site.cost());
    const after = fields && roundedCredits(site.cost(fields));
    // Some prices make fewer fields cost more than the whole record.
    const isCheaper = fields !== undefined && after !== undefined && after < before;
    if (isCheaper) proposed.set(site.id, fields);
    const { operation, parameters, calls } = site;
    sites.push({
      operation,
      parameters,
      calls,
      fields: isCheaper ? fields : null,
      before,
      after: isCheaper ? (after ?? before) : before,
    });
  }
  const isProven = proposed.size === 0 || (await passes(proposed));
  if (!isProven) {
    io.stderr.write(
      'creator-sandbox: The command passes with the fields of each site, but not reliably with all of them: its tests are flaky, and nothing is proposed.\n',
    );
    return exitCode.runtime;
  }
  const credits = roundedCredits(watch.credits());
  writeTrials(
    flags,
    trimFindings({ version, command: command.join(' '), runs, credits, sites }),
    { settingFlags, clock: settings.clock },
    io,
  );
  return exitCode.ok;
}

/** @returns undefined if nothing can be left out */
async function smallest(
  site: CallSite,
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
