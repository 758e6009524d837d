import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { UsageError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { Report } from '../report/model.ts';
import { type CallSiteFlags, withCallSites } from './call-sites.ts';
import { environmentOf } from './env.ts';
import type { Io } from './io.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { stoppableCommand } from './run-command.ts';
import { type Flags, flagWords } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { tryScreen } from './try-screen.ts';
import { type VocabularyGuess, watchVocabulary } from './vocabulary-guess.ts';
import { writeReport } from './write-report.ts';

/** A variable that the command reads. */
export interface GivenVariable {
  readonly name: string;
  readonly means: 'url' | 'url-v2' | 'key';
}

export interface TryFlags extends CallSiteFlags {
  readonly vocabulary?: 'auto' | Settings['vocabulary'];
  readonly env?: readonly GivenVariable[];
}

/** How an attempt ended; with `other`, the client speaks another vocabulary, and its end says nothing. */
interface Attempt {
  readonly code: number;
  readonly report: Report;
  readonly guess?: VocabularyGuess | undefined;
  readonly other?: VocabularyGuess;
}

/** Runs a command beside a sandbox, and prints one screen. @returns the exit code of the command, as under `exec` */
export async function runTry(
  command: readonly string[],
  flags: TryFlags,
  settingFlags: Flags,
  io: Io,
): Promise<number> {
  const { vocabulary = 'auto', env = [], callSiteWrappers } = flags;
  const isGuessed = vocabulary === 'auto';
  const named = { ...settingFlags, ...(!isGuessed && { vocabulary }) };
  const { settings: given } = settingsOf({ ...named, port: settingFlags['port'] ?? '0' }, io);
  const settings: Settings = { ...given, logLevel: 'error' };
  if (settings.journal === 0)
    throw new UsageError('A trial counts the requests of the journal: journal must not be 0.');
  const runs = createAttempts(command, { env, callSiteWrappers, isGuessed }, io);
  let attempt = await runs.run(settings);
  if (attempt.other) {
    const { request, vocabulary: other } = attempt.other;
    io.stderr.write(
      `creator-sandbox: ${request} is a path of the vocabulary ${other}: the command begins again in these words.\n`,
    );
    attempt = await runs.run({ ...settings, vocabulary: other }, attempt.other);
  }
  const { code, report, guess } = attempt;
  writeReport(report, flags as Flags, io);
  const words = guess && guess.vocabulary !== given.vocabulary ? { vocabulary: guess.vocabulary } : {};
  io.stdout.write(
    tryScreen(report, {
      guess,
      next: {
        command: commandText(command, env),
        flags: flagWords({ ...named, ...words }).map((each) => each.map(shellWord).join(' ')),
      },
      isAddressNamed: env.some(({ means }) => means !== 'key'),
    }),
  );
  return code;
}

function createAttempts(
  command: readonly string[],
  {
    env,
    callSiteWrappers,
    isGuessed,
  }: { env: readonly GivenVariable[]; callSiteWrappers: readonly string[] | undefined; isGuessed: boolean },
  io: Io,
) {
  const stoppable = stoppableCommand(io);
  let isStarted = false;
  return {
    /** @param known the vocabulary that an earlier attempt showed */
    async run(settings: Settings, known?: VocabularyGuess): Promise<Attempt> {
      const watch = watchVocabulary(settings);
      // One listener for signals stops whichever attempt runs.
      const attemptIo = isStarted ? { ...io, untilStopped: () => new Promise<never>(() => {}) } : io;
      isStarted = true;
      const own = await startOwnSandbox(
        settings,
        attemptIo,
        (_, signal) => stoppable.stop(signal),
        watch.listener,
      );
      try {
        const { running, code } = stoppable.start(command, {
          cwd: io.cwd,
          // A group of its own, so that all of it ends where it begins again.
          stdio: ['ignore', 'inherit', 'inherit'],
          detached: true,
          env: {
            ...withCallSites(io, { callSites: true, ...(callSiteWrappers && { callSiteWrappers }) }).env,
            ...environmentOf(own),
            ...Object.fromEntries(env.map(({ name, means }) => [name, meantValue(means, own)])),
          },
        });
        const other = isGuessed && !known ? watch.isOther : new Promise<never>(() => {});
        const ended = await Promise.race([code, other]);
        if (typeof ended === 'object') {
          running.kill('SIGKILL');
          await running.ended;
          return { code: 0, report: own.reportNow(), other: ended };
        }
        // The connections that the command left open end now, so the report has them.
        for (let turn = 0; turn < 2; turn++) await nextTurn();
        return {
          code: ended,
          report: own.reportNow(),
          guess: isGuessed ? (known ?? watch.guess()) : undefined,
        };
      } finally {
        await own.close();
      }
    },
  };
}

function meantValue(means: GivenVariable['means'], { url }: Sandbox): string {
  if (means === 'key') return 'demo-full';
  return means === 'url' ? url : `${url}/v2`;
}

/** The command as it is typed; where it needs variables, in a shell that gives them. */
function commandText(command: readonly string[], env: readonly GivenVariable[]): string {
  const plain = command.map(shellWord).join(' ');
  if (env.length === 0) return plain;
  const variables = env.map(({ name, means }) => `${name}="${variableTexts[means]}"`);
  return `sh -c ${shellWord(`${variables.join(' ')} ${plain}`)}`;
}

const variableTexts = {
  url: '$CREATOR_SANDBOX_URL',
  'url-v2': '$CREATOR_SANDBOX_URL/v2',
  key: '$CREATOR_SANDBOX_KEY',
} as const satisfies Record<GivenVariable['means'], string>;

/** A word for a shell. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
