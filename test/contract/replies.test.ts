import { afterAll, describe, expect, it } from 'vitest';
import { readExchanges } from '../../src/exchanges/folder.ts';
import { openGoldenSandbox, replyOf } from './sandbox.ts';

const sandbox = await openGoldenSandbox();
afterAll(() => sandbox.close());

describe('the sandbox answers, whole and in the order of keys,', () => {
  it.each(readExchanges().map((exchange) => [exchange.name, exchange.title, exchange] as const))(
    '%s: %s',
    async (_name, _title, exchange) => {
      const reply = replyOf(await sandbox.play(exchange));
      expect(reply).toEqual(exchange.reply);
      expect(JSON.stringify(reply)).toBe(JSON.stringify(exchange.reply));
    },
  );
});
