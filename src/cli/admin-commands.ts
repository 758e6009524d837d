import { Argument, type Command } from 'commander';
import { nearestHint } from '../core/nearest.ts';
import type { Io } from './io.ts';
import { addSandboxOptions, flagsOf } from './setting-options.ts';
import { faultVerbs } from './verbs/faults.ts';
import { keyVerbs } from './verbs/keys.ts';
import { requestVerbs } from './verbs/requests.ts';
import { stateVerbs } from './verbs/state.ts';
import type { AdminVerb } from './verbs/verb.ts';
import { verifyVerb } from './verbs/verify.ts';

/** The flags by which a verb finds the admin surface. */
export const adminFlags = ['host', 'port', 'adminPort', 'adminToken', 'tls', 'tlsCert'] as const;

/** The verbs that ask the admin surface of a running sandbox. */
export function addAdminVerbs(root: Command, io: Io, done: (code: number) => void): void {
  for (const verb of adminVerbs) {
    const [name = '', action] = verb.name.split(' ');
    const parent = root.commands.find((each) => each.name() === name) ?? root.command(name);
    const command = action === undefined ? parent : parent.command(action);
    if (action === undefined) command.summary(summaries[name] ?? verb.description);
    for (const argument of verb.argumentNames)
      command.addArgument(new Argument(argument, argumentHelp[argument.replace(/[^a-z]/g, '')]));
    addAdminOptions(command, verb)
      .description(verb.description)
      .allowUnknownOption(mayBeNegative(verb))
      .allowExcessArguments(name in summaries)
      .action(async () => {
        if (mayBeNegative(verb)) refuseFlags(command);
        refuseExcess(command);
        const given = command.processedArgs.flat().filter((word) => word !== undefined) as string[];
        const flags = flagsOf(command);
        if (!flags['follow']) {
          const { askAdmin } = await import('./ask-admin.ts');
          return done(await askAdmin(verb, given, flags, io));
        }
        // The flag also reaches an action of the verb.
        if (action !== undefined) command.error("unknown option '--follow'");
        const { follow } = await import('./follow.ts');
        return done(await follow(given, flags, io));
      });
  }
}

/** Adds the flags of a verb: its own, those by which it finds the sandbox, and `--json`. */
function addAdminOptions(command: Command, { options }: AdminVerb): Command {
  for (const option of options) command.addOption(option);
  command.option('--json', 'Print JSON.');
  return addSandboxOptions(command, adminFlags);
}

/** Commander takes the duration in `clock advance -1d` for a flag, so these verbs look for wrong flags themselves. */
const mayBeNegative = ({ argumentNames }: AdminVerb): boolean =>
  argumentNames.includes('<setting>') || argumentNames.includes('<duration>');

function refuseFlags(command: Command): void {
  const flag = command.args.find((word) => /^-+[a-z]/i.test(word));
  if (flag === undefined) return;
  const flags = command.options.map(({ long }) => long ?? '');
  command.error(`unknown option '${flag}'${nearestHint(flag, flags)}`);
}

/** Commander takes `creat` in `keys creat` for an argument, because `keys` alone has an action too. */
function refuseExcess(command: Command): void {
  const { args, commands, registeredArguments } = command;
  const excess = args[registeredArguments.length];
  if (excess === undefined || registeredArguments.at(-1)?.variadic) return;
  if (commands.length === 0) command.error(`too many arguments: '${excess}'`);
  const names = commands.map((each) => each.name());
  command.error(`unknown command '${excess}'${nearestHint(excess, names)}`);
}

const adminVerbs: readonly AdminVerb[] = [
  ...keyVerbs,
  ...faultVerbs,
  ...stateVerbs,
  ...requestVerbs,
  verifyVerb,
];

/** The verbs that have actions, in one line of the overview. */
const summaries: Readonly<Record<string, string>> = {
  keys: 'List, create, change, top up and delete API keys.',
  faults: 'List, add, release and delete fault rules.',
  clock: 'Show, set and advance the clock.',
  requests: 'List, follow and count the requests that clients made.',
  snapshot: 'List, take, restore, export, import and delete snapshots.',
};

const argumentHelp: Readonly<Record<string, string>> = {
  key: 'The API key, its id or its label.',
  json: 'One JSON object.',
  credits: 'Purchased credits, or one JSON object.',
  id: 'Id of the fault rule.',
  setting: 'real, frozen, x10 (speed), an instant (frozen there), +2h or -31d (offset), or JSON.',
  duration: 'The span, such as 2h or 31d.',
  terms:
    "Terms in quotes: 'operation=clip/profile status=404 credits>3 path~search'; for a list also sort=-credits limit=20.",
  name: 'Name of the snapshot.',
  file: 'File with the output of `snapshot export`.',
};
