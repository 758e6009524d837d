import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { agentOver } from './client.ts';

const server = fileURLToPath(new URL('service-server.ts', import.meta.url));
const sandbox = await createSandbox({ size: 60 });
afterAll(() => sandbox.close());

describe("somebody's own server for the real service", () => {
  it('is the one that docs/agents.md shows', () => {
    const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
    expect(page).toContain(`\`\`\`ts\n${readFileSync(server, 'utf8')}\`\`\`\n`);
  });

  it('works with the sandbox by the base URL only, and cannot pass the budget of its key', async () => {
    const key = await sandbox.key({ plan: 1_000, limit: 5 });
    const agent = await agentOver([server], { SERVICE_URL: sandbox.url, SERVICE_KEY: key.key });
    expect(agent.tools).toEqual(['creator_profile', 'search_creators']);

    const found = await agent.call('search_creators', { description: 'food creators in Great Britain' });
    expect(found.content['error']).toContain('event: result');
    for (let call = 0; call < 3; call++) await agent.call('creator_profile', { handle: 'sample.creator' });
    const { refused, content } = await agent.call('creator_profile', { handle: 'sample.creator' });
    expect([refused, content['errorCode']]).toEqual([true, 'KEY_SPEND_THRESHOLD_EXCEEDED']);

    expect(await sandbox.spent(key.id)).toBeLessThanOrEqual(5);
    await sandbox.verify({ key: key.id, operation: 'nls' }, { exactly: 1 });
    await sandbox.verify({ key: key.id, errorCode: 'KEY_SPEND_THRESHOLD_EXCEEDED' }, { atLeast: 1 });
  });
});
