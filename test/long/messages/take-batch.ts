import { createInterface } from 'node:readline';
import { openSharedLedger } from '../../../src/ledger/open.ts';
import { answerOfBatch, chargeFirst, messageSettings } from './batch.ts';

/** A replica that says when it is ready, takes the batch at a line of its input and prints the answer. Argument: the URL of the ledger. */
const ledger = await openSharedLedger(process.argv[2] ?? '', {}, messageSettings);
await chargeFirst(ledger);
process.stdout.write('ready\n');
for await (const _ of createInterface(process.stdin))
  process.stdout.write(`${await answerOfBatch(ledger)}\n`);
