import { callText, type ObservedCall } from './call.ts';
import { type FaultSchedule, faultText } from './schedule.ts';

/** The fault that a run did not meet: its call did not come, or could not have this outcome. */
export function unmetFault(schedule: FaultSchedule, calls: readonly ObservedCall[]): string | undefined {
  const unmet = schedule.find(
    ({ call, outcome }) =>
      !calls.some((each) => callText(each) === callText(call) && each.outcome === outcome),
  );
  return unmet && faultText(unmet);
}
