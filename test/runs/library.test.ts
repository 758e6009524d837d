import { describe, expect, it } from 'vitest';
import { createSandbox, mutations, schedules } from '../../src/library/index.ts';

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

/** Looks two creators up, and begins again when one fails. @param known what it does not ask for again */
async function lookUp(url: string, known?: Set<string>): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    try {
      for (const handle of ['sample.creator', 'sample.friend']) {
        if (known?.has(handle)) continue;
        const reply = await fetch(`${url}/clip/profile?uniqueId=${handle}`, {
          headers: { 'api-key': 'sandbox:plan=100:scheduled' },
        });
        const { success } = (await reply.json()) as { success: boolean };
        if (!success) throw new Error(String(reply.status));
        known?.add(handle);
      }
      return;
    } catch (error) {
      if (attempt === 3 || /40[12]/.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30 * 3 ** attempt));
    }
}

describe('a suite that runs itself over schedules of faults', async () => {
  const settings = { size: 60 };
  const faults = ['503', 'reply-lost'];
  const list = await schedules((url) => lookUp(url, new Set()), { faults, settings, depth: 2 });

  it('gets a list, the calls that only come after a fault among them', () => {
    const [first, second] = ['clip/profile uniqueId=sample.creator', 'clip/profile uniqueId=sample.friend'];
    expect(list.map(({ id }) => id)).toEqual(
      [first, second]
        .flatMap((call) => faults.map((fault) => `${fault}@${call}#1`))
        .concat(
          [first, second].flatMap((call) =>
            faults.flatMap((fault) => faults.map((next) => `${fault}@${call}#1 + ${next}@${call}#2`)),
          ),
        ),
    );
    expect(list[1]?.changes).toBe('clip/profile (uniqueId=sample.creator) is charged, and its reply is lost');
  });

  it.each(list)('finds nothing in a good client: $id', async (schedule) => {
    expect(await schedule.findings()).toEqual([]);
  });

  it('names what a bad client pays again, and one that calls for ever', async () => {
    const [schedule] = await schedules((url) => lookUp(url), {
      ...{ faults: ['503'], settings, operations: ['clip/profile'] },
    }).then((all) => all.slice(1));
    expect(await schedule?.findings()).toMatchObject([{ kind: 'paid-twice', credits: 2 }]);
    const endless = async (url: string): Promise<void> => {
      const ask = () =>
        fetch(`${url}/clip/profile?uniqueId=sample.creator`, { headers: { 'api-key': 'demo-full' } });
      while (!(await ask()).ok);
    };
    const [unending] = await schedules(endless, { faults: ['503-onward'], settings });
    expect((await unending?.findings())?.map(({ kind }) => kind)).toContain('unbounded');
  });

  it('refuses wrong names, and a client that fails or asks nothing', async () => {
    const ask = (url: string) => lookUp(url);
    await expect(schedules(ask, { faults: ['504'] })).rejects.toThrow('there is no outcome "504"');
    await expect(schedules(ask, { operations: ['clip/profil'] })).rejects.toThrow(
      'nearest valid one is clip/profile',
    );
    await expect(schedules(ask, { depth: 4 })).rejects.toThrow('give 1 or 2');
    await expect(schedules(() => Promise.reject(new Error()), { settings })).rejects.toThrow(
      'fails without faults',
    );
    await expect(schedules(async () => {}, { settings })).rejects.toThrow('calls no operation');
  });
});
