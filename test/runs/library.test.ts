import { describe, expect, it } from 'vitest';
import { createSandbox, mutations } from '../../src/library/index.ts';

/** A client with one careless and one careful test. */
async function check(url: string): Promise<void> {
  const reply = await fetch(`${url}/clip/profile?uniqueId=sample.creator`, {
    headers: { 'api-key': 'demo-full' },
  });
  const { data, success } = (await reply.json()) as { data: { totalFollowers: number }; success: boolean };
  if (!reply.ok || !success || data.totalFollowers !== 486213) throw new Error('noticed');
}

describe('a suite that runs itself over mutants', async () => {
  const list = await mutations({
    operations: ['clip/profile'],
    rules: ['field-null', 'status-wrong', 'body-wrong', 'unavailable-always'],
  });

  it('gets a list', () => {
    expect(list.map(({ id }) => id)).toEqual([
      'field-null clip/profile',
      'status-wrong clip/profile',
      'body-wrong clip/profile',
      'unavailable-always clip/profile',
    ]);
  });

  it.each(list)('notices $id', async (mutation) => {
    const sandbox = await createSandbox({ size: 60 }, { mutation });
    await expect(check(sandbox.url)).rejects.toThrow();
    expect(sandbox.mutated()).toEqual({ reached: 1, changed: 1 });
    await sandbox.close();
  });

  it('has a list for every operation', async () => {
    const all = await mutations();
    expect(new Set(all.map(({ operation }) => operation)).size).toBeGreaterThan(55);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});
