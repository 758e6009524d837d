import type { Sandbox } from '../../client/sandbox-interface.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import type { ObservedRun } from './call.ts';
import { type CallLogOptions, createCallLog } from './call-log.ts';

/** A run under a schedule, for the sandbox beside which the command runs. */
export interface Observation {
  readonly rewriter: ReplyRewriter;
  /** Takes the parts of the sandbox, before its first request. */
  prepare(deps: Deps): Promise<void>;
  /** Call this when the command has ended, and before the sandbox closes. */
  finish(
    end: { passed: boolean; timedOut: boolean },
    sandbox: Pick<Sandbox, 'reportNow'>,
  ): Promise<ObservedRun>;
}

export function observeRun(options: CallLogOptions): Observation {
  const log = createCallLog(options);
  return {
    rewriter: log.rewriter,
    prepare: async (deps) => log.open(deps),
    async finish({ passed, timedOut }, sandbox) {
      await log.settled();
      const { clientRules } = sandbox.reportNow();
      return {
        passed,
        timedOut,
        isUnbounded: log.isUnbounded,
        calls: log.calls(),
        brokenRules: clientRules.map(({ rule }) => rule),
      };
    },
  };
}
