import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandIn } from '../cli/io.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, secret } from '../recording/service.ts';
import { has, root } from './example.ts';

const suite = (name: string): string => join(root, 'test/languages/suites', name);
const suites: [language: string, command: string[]][] = [
  ['TypeScript', [process.execPath, suite('relations.ts')]],
  ['Python', ['python3', suite('relations.py')]],
  ['shell', ['sh', suite('relations.sh')]],
];
const probes: Readonly<Record<string, string>> = { Python: 'python3', shell: 'curl' };

describe.each(suites)('a suite in %s', (language, command) => {
  const probe = probes[language];

  it.skipIf(probe !== undefined && !has(probe, '--version'))(
    'passes at a service through record, and then over the recordings alone',
    async () => {
      const folder = newFolder();
      // another seed and another size than those of the sandbox that replays
      const service = await testApp({ vocabulary: 'neutral', seed: 5 });
      const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
      const recorded = await recordIn(folder, url, command);
      expect(recorded.code, recorded.err).toBe(0);
      await service.app.close();

      expect(readdirSync(join(folder, 'recordings')).length).toBeGreaterThan(0);
      const flags = [
        '--recordings',
        join(folder, 'recordings'),
        '--recordings-only',
        '--secret-env',
        'PROJECT',
      ];
      const line = ['exec', ...flags, '--vocabulary', 'neutral', '--size', '60', '--', ...command];
      const env = { PATH: process.env['PATH'] ?? '', PROJECT: secret };
      const replayed = await commandIn(folder, line, { env });
      expect(replayed.code, replayed.err).toBe(0);

      // without the secret real names find nothing, so the suite did not pass by chance
      const blind = await commandIn(folder, line.toSpliced(4, 2), { env });
      expect(blind.code, blind.err).not.toBe(0);
    },
  );
});
