import type { Command } from 'commander';
import { nearestHint } from '../core/nearest.ts';

/** Adds the verb `help`, which takes the words of a verb: `help keys create`. */
export function addHelp(root: Command): void {
  root
    .command('help')
    .description('Print the help of a verb: creator-sandbox help keys create')
    .argument('[verb...]', 'The words of the verb.')
    .action((words: string[]) => {
      let found = root;
      for (const word of words) {
        const next = found.commands.find((each) => each.name() === word);
        if (!next)
          return found.error(
            `unknown command '${word}'${nearestHint(
              word,
              found.commands.map((each) => each.name()),
            )}`,
          );
        found = next;
      }
      found.outputHelp();
    });
}
