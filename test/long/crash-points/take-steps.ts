import { writeSync } from 'node:fs';
import { openLedger } from '../../../src/ledger/open.ts';
import { ledgerSettings, lives, type Run } from './ledger-steps.ts';

/**
 * Takes the steps of a life over the ledger in a folder, one after the other, and prints a line as each is answered: its
 * number and `answered` or `failed`. Arguments: the folder, the name of the life.
 */
const [, , folder = '', life = ''] = process.argv;
const print = (line: string): void => void writeSync(1, `${line}\n`);
const open = () => openLedger({ ...ledgerSettings, folder });

const run: Run = {
  ledger: open(),
  holds: new Map(),
  async reopen() {
    await run.ledger.close();
    run.ledger = open();
  },
};
print('open');
for (const [number, step] of lives[life as keyof typeof lives].entries())
  try {
    await step.take(run);
    print(`${number} answered`);
  } catch (error) {
    print(`${number} failed`);
    // Without a ledger there are no further calls.
    if (step.name === 'end and start') throw error;
  }
await run.ledger.close();
print('closed');
