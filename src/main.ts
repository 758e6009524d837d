#!/usr/bin/env node
/**
 * The process: arguments, environment, terminal, signals. No other file touches `process`. It checks the version
 * of Node before it imports anything else, because the imports fail on older ones.
 */
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { createEnding, endingSignals, isInFrontOfNpm, npmAbove } from './system/ending.ts';
import { nodeFlaw } from './system/node-version.ts';

const ending = createEnding(() => process.exit(1));

/**
 * Until a command takes over, a signal ends the process. The first process of a container has no default for it; others
 * keep the default, which does not wait for the event loop.
 */
const onSignal = (signal: NodeJS.Signals) => {
  if (ending.isNeeded) ending.begin(signal);
  else process.exit(128 + constants.signals[signal]);
};
let isListening = false;
const listenForSignals = () => {
  if (isListening) return;
  isListening = true;
  for (const name of endingSignals) process.on(name, onSignal);
};
if (process.pid === 1) listenForSignals();

let hasCrashed = false;
process.on('uncaughtException', (error) => {
  hasCrashed = true;
  const end = () => (ending.isNeeded ? ending.begin() : process.exit(1));
  void showCrash(error).then(end, end);
});

/** Both halves of the young generation. */
const maxYoungBytes = 16 * 2 ** 20;

const args = process.argv.slice(2);
const flaw = nodeFlaw(process.versions.node);

if (flaw !== undefined) {
  process.stderr.write(`${flaw}\n`);
  process.exitCode = 2;
} else if (args.length === 1 && ['--version', '-V'].includes(args[0] ?? '')) {
  // Answers without the command line, because scripts ask this most.
  process.stdout.write(`${(await import('./system/version.ts')).version}\n`);
} else {
  const [{ cacheDir }, { makeFolder }] = await Promise.all([
    import('./system/cache-dir.ts'),
    import('./system/make-folder.ts'),
  ]);
  // Compiled code is cached for the next start, where the folder can be written.
  try {
    const compiled = join(cacheDir(), 'compiled');
    makeFolder(compiled);
    module.enableCompileCache(compiled);
  } catch {}
  const { run } = await import('./cli/run.ts');
  // A reader such as `head` may close the pipe early (EPIPE); that is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const code = await run(args, {
    env: process.env,
    cwd: process.cwd(),
    stdin: () => process.stdin,
    stdout: outputTo(process.stdout),
    stderr: outputTo(process.stderr),
    untilStopped(close) {
      listenForSignals();
      if (isInFrontOfNpm(process.env)) followParent();
      return ending.onBegin(close);
    },
    signalGroup(leader, signal) {
      try {
        process.kill(-leader, signal);
      } catch {
        // The whole group has ended already.
      }
    },
    started() {
      const { setFlagsFromString } = process.getBuiltinModule('node:v8');
      boundYoungGeneration();
      // Old entries and old requests are garbage: the heap may grow by 40 % before V8 collects it, not threefold.
      setFlagsFromString('--heap-growing-percent=40');
      // A test run is short: V8 optimises the code of a call after a third of the calls that it would wait for.
      setFlagsFromString('--invocation-count-for-turbofan=1000');
      // The compiler in between holds 15 MiB that V8 never gives back, and saves time only between the thousands of calls.
      setFlagsFromString('--no-maglev');
      // A young generation of some megabytes is scanned sooner by one thread than it takes to wake and join several.
      setFlagsFromString('--no-parallel-scavenge');
      // Not only at the end: a process that is killed has none. By then the first requests are compiled too.
      setTimeout(module.flushCompileCache, 1000).unref();
    },
  });
  // A process that is to end does not wait for what a command left open, such as its input.
  if (ending.hasBegun) process.exit(hasCrashed ? 1 : code);
  process.exitCode = code;
}

async function showCrash(error: unknown): Promise<void> {
  const [{ plainText }, { withoutSelfDescribingKeys }, { traceOf }] = await Promise.all([
    import('./core/plain-text.ts'),
    import('./core/keys/redactor.ts'),
    import('./system/trace.ts'),
  ]);
  const trace = plainText(withoutSelfDescribingKeys(traceOf(error)));
  process.stderr.write(`creator-sandbox: Something unexpected went wrong.\n${trace}\n`);
}

/** Ends with npm, whose end leaves this process, or the shell above it, to another. */
function followParent(): void {
  const npm = npmAbove(process.ppid);
  const timer = setInterval(() => {
    if (npmAbove(process.ppid) === npm) return;
    clearInterval(timer);
    onSignal('SIGTERM');
  }, 300).unref();
}

/**
 * V8 halves the young generation while little happens, and doubles it under load up to 64 MiB, whose pages it keeps. A call
 * costs twice as much among many in a small one. So it may grow, but to what a start needs and no further.
 */
function boundYoungGeneration(): void {
  const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule('node:v8');
  const { PerformanceObserver } = process.getBuiltinModule('node:perf_hooks');
  let factor = 0;
  const bound = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const allowed = young && young.space_size < maxYoungBytes ? 2 : 1;
    if (allowed === factor) return;
    factor = allowed;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  bound();
  new PerformanceObserver(bound).observe({ type: 'gc' });
}

function outputTo(stream: WriteStream) {
  return {
    write: (text: string) => stream.write(text),
    isTTY: stream.isTTY,
    columns: stream.columns,
    // styleText follows NO_COLOR and FORCE_COLOR, and leaves text without colours where the stream is no terminal.
    paint: (colour: 'bold' | 'dim' | 'green' | 'yellow' | 'red', text: string) =>
      styleText(colour, text, { stream }),
  };
}
