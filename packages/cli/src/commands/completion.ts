import { type Command, command } from "../arguments/command.ts";
import { flagOf, GLOBAL_OPTIONS } from "../arguments/parse.ts";
import { usageFailure } from "../failures.ts";

/** Lists words that can follow each beginning of a command; "" is the program alone. */
function wordsAfter(commands: readonly Command[]): Map<string, string[]> {
	const found = new Map<string, string[]>();
	const at = (place: string) => found.get(place) ?? found.set(place, []).get(place) ?? [];
	for (const { usage, options } of commands) {
		const [first = "", second] = usage.replace(/ [<[].*/, "").split(" ");
		if (!at("").includes(first)) at("").push(first);
		if (second) at(first).push(second);
		const names = Object.keys({ ...options, ...GLOBAL_OPTIONS }).map(flagOf);
		at(second ? `${first} ${second}` : first).push(...names);
	}
	return found;
}

function bash(commands: readonly Command[]): string {
	const words = wordsAfter(commands);
	const pairs = [...words.keys()].filter((place) => place.includes(" "));
	return `_tillbox() {
  local first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" place="" list=""
  if [ "$COMP_CWORD" -gt 1 ]; then place="$first"; fi
  if [ "$COMP_CWORD" -gt 2 ]; then case "$first $second" in
    ${pairs.map((place) => `"${place}"`).join("|")}) place="$first $second" ;;
  esac; fi
  case "$place" in
${[...words].map(([place, all]) => `    "${place}") list="${all.join(" ")}" ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$list" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tillbox tillbox`;
}

const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
	bash,
	// zsh's own emulation of bash's completion
	zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
};

export const completionOf = (commands: () => readonly Command[]): Command =>
	command(
		"completion <SHELL>",
		"print the completion for bash or zsh",
		{
			examples: [
				'eval "$(tillbox completion bash)" # in ~/.bashrc',
				'eval "$(tillbox completion zsh)" # in ~/.zshrc, after compinit',
			],
		},
		({ out }, _, shell) => {
			const scriptOf = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
			if (!scriptOf) throw usageFailure(`Completion exists for bash and zsh, not for “${shell}”.`);
			const script = scriptOf(commands());
			out.result({ shell, script }, script);
		},
	);
