#!/usr/bin/env node
/**
 * The process: arguments, environment, terminal, signals. No other file touches `process`. It checks the version
 * of Node before it imports anything, because the imports fail on older ones.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`creator-sandbox needs Node 22.18 or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const [{ run }, { default: closeWithGrace }] = await Promise.all([
    import('./cli/run.ts'),
    import('close-with-grace'),
  ]);
  // A reader such as `head` may close the pipe early (EPIPE); that is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    // close-with-grace ends the process after `close`: with 0 after a signal, with 1 after a crash or a timeout.
    untilStopped: (close) =>
      new Promise<never>(() => {
        closeWithGrace({ delay: 2000, logger: false, skip: ['beforeExit'] }, async ({ err }) => {
          if (err) process.stderr.write(`${err.stack ?? err}\n`);
          await close();
        });
      }),
  });
}

export {};
