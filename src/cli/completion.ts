import type { Command, Option } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The words that may follow one verb. */
interface VerbWords {
  /** `keys create`; empty for the program itself. */
  path: string;
  verbs: readonly Word[];
  flags: readonly Word[];
  /** The values of flags that take one of a few. */
  values: readonly { flag: string; choices: readonly string[] }[];
}

interface Word {
  word: string;
  help: string;
}

/**
 * A script for a shell that completes the verbs, flags and values of the command line. It knows them all, so a key press
 * starts no process.
 */
export function completionScript(root: Command, shell: Shell): string {
  const start = root.commands.find((command) => command.name() === 'start');
  return writers[shell](wordsOfVerbs(root, start?.options ?? []));
}

/** @param more flags that are allowed without a verb */
function wordsOfVerbs(command: Command, more: readonly Option[] = [], path = ''): VerbWords[] {
  const options = [...command.options, ...more, ...helpOf(command)].filter(({ hidden }) => !hidden);
  const own: VerbWords = {
    path,
    verbs: [
      ...command.commands.map((each) => ({ word: each.name(), help: each.summary() || each.description() })),
      ...command.registeredArguments.flatMap(({ argChoices = [] }) =>
        argChoices.map((word) => ({ word, help: '' })),
      ),
    ],
    flags: options.flatMap(({ long, description }) => (long ? [{ word: long, help: description }] : [])),
    values: options.flatMap(({ long, argChoices }) =>
      long && argChoices ? [{ flag: long, choices: argChoices }] : [],
    ),
  };
  const below = command.commands.flatMap((each) => wordsOfVerbs(each, [], `${path} ${each.name()}`.trim()));
  return [own, ...below];
}

/** Commander keeps `--help` apart from the other flags. */
const helpOf = (command: Command): Option[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long === '--help');

const pathsOfVerbs = (places: readonly VerbWords[]): string[] =>
  places.flatMap(({ path }) => (path === '' ? [] : [path]));

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const writers: Record<Shell, (places: readonly VerbWords[]) => string> = {
  bash: (places) => `# Completes creator-sandbox in bash: source <(creator-sandbox completion bash)
_creator_sandbox() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" place= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${place:+$place }$word" in
      ${pathsOfVerbs(places).map(shellQuoted).join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place $prev" in
${places
  .flatMap(({ path, values }) =>
    values.map(
      ({ flag, choices }) =>
        `    ${shellQuoted(`${path} ${flag}`)}) words=${shellQuoted(choices.join(' '))} ;;`,
    ),
  )
  .join('\n')}
    *)
      case "$place" in
${places
  .map(({ path, verbs, flags }) => {
    const all = [...verbs, ...flags].map(({ word }) => word);
    return `        ${shellQuoted(path)}) words=${shellQuoted(all.join(' '))} ;;`;
  })
  .join('\n')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _creator_sandbox creator-sandbox
`,

  zsh: (places) => `#compdef creator-sandbox
# Completes creator-sandbox in zsh: source <(creator-sandbox completion zsh), after compinit
_creator_sandbox() {
  local place= word
  local -a known
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in
      ${pathsOfVerbs(places).map(shellQuoted).join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place \${words[CURRENT-1]}" in
${places
  .flatMap(({ path, values }) =>
    values.map(
      ({ flag, choices }) =>
        `    ${shellQuoted(`${path} ${flag}`)}) known=(${choices.map(shellQuoted).join(' ')}) ;;`,
    ),
  )
  .join('\n')}
    *)
      case "$place" in
${places
  .map(({ path, verbs, flags }) => {
    const all = [...verbs, ...flags].map(({ word, help }) => shellQuoted(`${word}:${firstLine(help)}`));
    return `        ${shellQuoted(path)}) known=(${all.join(' ')}) ;;`;
  })
  .join('\n')}
      esac ;;
  esac
  _describe 'creator-sandbox' known || _files
}
compdef _creator_sandbox creator-sandbox
`,

  fish: (places) => `# Completes creator-sandbox in fish: creator-sandbox completion fish | source
function __creator_sandbox_place
    set -l place
    for word in (commandline -opc)[2..]
        switch (string join -- ' ' $place $word)
            case ${pathsOfVerbs(places).map(shellQuoted).join(' ')}
                set place $place $word
        end
    end
    string join -- ' ' $place
end
function __creator_sandbox_at
    test (__creator_sandbox_place | string collect -a) = "$argv[1]"
end
complete -c creator-sandbox -e
${places.flatMap(fishLines).join('\n')}
`,
};

function fishLines({ path, verbs, flags, values }: VerbWords): string[] {
  const condition = `complete -c creator-sandbox -n ${shellQuoted(`__creator_sandbox_at ${shellQuoted(path)}`)}`;
  return [
    ...verbs.map(
      ({ word, help }) => `${condition} -f -a ${shellQuoted(word)} -d ${shellQuoted(firstLine(help))}`,
    ),
    ...flags.map(({ word, help }) => {
      const choices = values.find(({ flag }) => flag === word)?.choices;
      return `${condition} -l ${word.slice(2)}${choices ? ` -x -a ${shellQuoted(choices.join(' '))}` : ''} -d ${shellQuoted(firstLine(help))}`;
    }),
  ];
}
