import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rarePoints, reached, reachedChannel } from '../../src/core/reached.ts';
import { packageRoot } from '../../src/system/package-root.ts';

it('tells who listens', () => {
  const heard: unknown[] = [];
  const listen = (point: unknown) => heard.push(point);
  subscribe(reachedChannel, listen);
  reached('an account is gone');
  unsubscribe(reachedChannel, listen);
  reached('an account is gone');
  expect(heard).toEqual(['an account is gone']);
});

it('has a register whose points each stand in one place of the code', () => {
  const texts = ['src', 'seed']
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(packageRoot, folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('core/reached.ts'))
    .map((file) => readFileSync(file, 'utf8'));
  const places = rarePoints.map((point) => [
    point,
    texts.reduce((sum, text) => sum + text.split(`'${point}'`).length - 1, 0),
  ]);
  expect(places).toEqual(rarePoints.map((point) => [point, 1]));
});
