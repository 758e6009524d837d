import { resolve } from 'node:path';
import type { Command } from 'commander';
import { formatCount } from '../core/count.ts';
import { UsageError } from '../core/errors.ts';
import { exitCode, type Io } from './io.ts';
import type { Done } from './setting-options.ts';

/** The verb `latency learn`. */
export function addLatency(root: Command, io: Io, done: Done): void {
  root
    .command('latency')
    .summary('Learn how long the replies of the service take.')
    .description('The latency of the service.')
    .helpCommand(false)
    .command('learn')
    .summary('Write the latencies that recordings show to a file.')
    .description(
      'Write the latencies that recordings show to a file, by operation: creator-sandbox latency learn recordings --out latency.json. The setting latency takes it: creator-sandbox start --latency latency.json',
    )
    .argument('<folder>', 'Recordings that creator-sandbox record wrote.')
    .requiredOption('--out <file>', 'The file.')
    .action(async (folder: string, { out }: { out: string }) => done(await learn(folder, out, io)));
}

/** @throws UsageError without a folder of recordings */
async function learn(folder: string, out: string, io: Io): Promise<number> {
  const [{ learnLatency }, { recordedFiles }, { writeJson }] = await Promise.all([
    import('../recording/learn-latency.ts'),
    import('../recording/recordings.ts'),
    import('./trials/write.ts'),
  ]);
  const { table, replies } = learnLatency(recordedFiles(resolve(io.cwd, folder), folder).values());
  if (replies === 0)
    throw new UsageError(`${folder} has no recording that says when its reply came: make some with record.`);
  writeJson(out, table, io);
  io.stderr.write(
    `creator-sandbox: ${out} has the latencies of ${formatCount(Object.keys(table).length, 'operation')}, from ${formatCount(replies, 'reply', 'replies')}.\n`,
  );
  return exitCode.ok;
}
