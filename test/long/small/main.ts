import { openLedger } from '../../../src/ledger/open.ts';
import { explore, smallSettings } from './explore.ts';

/** Explores a ledger in memory and prints the outcome as JSON. Argument: the depth. */
const ledger = openLedger(smallSettings);
process.stdout.write(JSON.stringify(await explore(ledger, Number(process.argv[2]))));
await ledger.close();
