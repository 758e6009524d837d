#!/usr/bin/env node
/**
 * The process: arguments, environment, terminal, signals. The only file that touches `process`. It imports
 * nothing until the runtime is known to be new enough, because older ones fail on the imports themselves.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`creator-sandbox needs Node 22.18 or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const [{ run }, { default: closeWithGrace }] = await Promise.all([
    import('./cli/run.ts'),
    import('close-with-grace'),
  ]);
  // Whoever reads us may have had enough before the end, as `head` has: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    // The process ends by itself after `close`: with 0 after a signal, with 1 after a crash or when it takes too long.
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
