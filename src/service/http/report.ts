import { makeReport } from '../../report/make-report.ts';
import type { Report } from '../../report/model.ts';
import type { Deps } from './deps.ts';

export type ReportedDeps = Pick<Deps, 'tally' | 'version' | 'settings' | 'clock' | 'epoch' | 'decisions'>;

/** The report on the requests of all replicas so far. */
export const reportOfAll = async (deps: ReportedDeps & Pick<Deps, 'peers'>): Promise<Report> =>
  deps.peers?.report() ?? reportOf(deps);

/** The report on the requests so far. It survives resets and the deletion of keys. */
export function reportOf({ tally, version, settings, clock, epoch, decisions }: ReportedDeps): Report {
  const counts = decisions.counts();
  const counted = tally.counts();
  const assumptions = decisions.all.flatMap(({ id, tag, strict }) => {
    const requests = (counts.get(id) ?? 0) + (counted.carried.get(id) ?? 0);
    return tag === 'assumed' && requests > 0 ? [{ id, requests, strict: strict !== undefined }] : [];
  });
  return makeReport(counted, {
    version,
    seed: settings.seed,
    clock: clock.setting.mode,
    epoch: epoch.date,
    assumptions,
  });
}
