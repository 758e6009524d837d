import { expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools/tools.ts';

// Hosts keep these texts and schemas: a change is a deliberate one.
it('the tools have these texts and schemas (when they are meant to change: vitest run -u)', async () => {
  const lines = tools.map(({ run: _, ...tool }) => `${JSON.stringify(tool)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('tools.jsonl');
});
