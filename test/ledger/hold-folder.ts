import { openLedger } from '../../src/ledger/open.ts';

/** Opens the folder of its first argument, says so, and keeps it until it is killed. */
const [, , folder = ''] = process.argv;
openLedger({ folder, keys: { k: { plan: 1000 } }, newId: String, warn: () => {} });
process.stdout.write('open\n');
process.stdin.resume();
