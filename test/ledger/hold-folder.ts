import { openLedger } from '../../src/ledger/open.ts';

/** Opens the folder of its first argument, prints `open`, and keeps it until it is killed. */
const [, , folder = ''] = process.argv;
openLedger({ folder, keys: { k: { plan: 1000 } }, newId: String, warn: () => {} });
process.stdout.write('open\n');
process.stdin.resume();
