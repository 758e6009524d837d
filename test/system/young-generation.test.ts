import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Lives through many collections, then tells how many MiB the young generation has. */
const script = `
  import { growYoungGeneration } from './src/system/young-generation.ts';
  const v8 = process.getBuiltinModule('node:v8');
  const { setTimeout: wait } = process.getBuiltinModule('node:timers/promises');
  const mib = () =>
    v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size / 2 ** 20;
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  const live = [];
  const work = async () => {
    for (let turn = 0; turn < 150; turn++) {
      for (let count = 0; count < 50000; count++) live[count % 20000] = { list: [count] };
      await wait(0);
    }
    return mib();
  };
  const before = await work();
  growYoungGeneration(v8, process.getBuiltinModule('node:perf_hooks'));
  console.log(JSON.stringify([before, await work()]));
`;

it('the young generation grows to 32 MiB after the start, and no further', () => {
  const [before, after] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }),
  );
  expect(before).toBeLessThan(8);
  expect(after).toBe(32);
});
