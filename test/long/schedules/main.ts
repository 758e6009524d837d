import { type Explored, explore, shown } from './explore.ts';

/** What is printed: the failure in short, and as a person reads it. */
export type Printed = Omit<Explored, 'failure'> & {
  failure?: { acts: string[]; switches: number; shown: string };
};

/** Explores schedules and prints the outcome as JSON. Arguments: the first seed, how many, the URLs of ledgers. */
const [, , first, count, ...ledgers] = process.argv;
const { failure, ...explored } = await explore(ledgers, Number(first), Number(count));
const printed: Printed = {
  ...explored,
  ...(failure && {
    failure: {
      acts: failure.program.clients.flatMap(({ acts }) => acts.map(({ name }) => name)),
      switches: failure.run.switches.length,
      shown: shown(failure),
    },
  }),
};
process.stdout.write(JSON.stringify(printed));
