import { type Command, command } from "../arguments/command.ts";
import { GLOBAL_OPTIONS } from "../arguments/parse.ts";
import { usageFailure } from "../failures.ts";

type Word = { word: string; about: string };
/** What can follow some words: further words, and the options where they are a whole command. */
type Node = { words: Word[]; options: Word[] };

/** What can be typed after each beginning of a command, by that beginning ("" for the program alone). */
function treeOf(commands: readonly Command[]): Map<string, Node> {
	const tree = new Map<string, Node>([["", { words: [], options: [] }]]);
	const at = (path: string): Node => {
		const node = tree.get(path) ?? { words: [], options: [] };
		tree.set(path, node);
		return node;
	};
	for (const { name, about, options } of commands) {
		const [first = "", second] = name.split(" ");
		const top = at("").words;
		if (!top.some(({ word }) => word === first)) top.push({ word: first, about });
		if (second) at(first).words.push({ word: second, about });
		at(name).options = Object.entries({ ...options, ...GLOBAL_OPTIONS }).map(([option, spec]) => ({
			word: `--${option}`,
			about: spec.about,
		}));
	}
	return tree;
}

const wordsOf = ({ words, options }: Node): string =>
	[...words, ...options].map(({ word }) => word).join(" ");

function bash(commands: readonly Command[]): string {
	const cases = [...treeOf(commands)].map(
		([path, node]) => `    "${path}") words="${wordsOf(node)}" ;;`,
	);
	return [
		"_tillbox() {",
		`  local first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" place="" words=""`,
		'  if [ "$COMP_CWORD" -gt 1 ]; then place="$first"; fi',
		'  if [ "$COMP_CWORD" -gt 2 ]; then case "$first $second" in',
		`    ${[...treeOf(commands).keys()]
			.filter((path) => path.includes(" "))
			.map((path) => `"${path}"`)
			.join("|")}) place="$first $second" ;;`,
		"  esac; fi",
		'  case "$place" in',
		...cases,
		"  esac",
		`  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
		"}",
		// Without a word of ours, file names are completed.
		"complete -o default -F _tillbox tillbox",
	].join("\n");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function zsh(commands: readonly Command[]): string {
	const entry = ({ word, about }: Word) => quoted(`${word}:${about.replaceAll(":", "\\:")}`);
	const cases = [...treeOf(commands)].map(
		([path, { words, options }]) =>
			`    ${quoted(path)}) entries=(${[...words, ...options].map(entry).join(" ")}) ;;`,
	);
	return [
		"#compdef tillbox",
		"_tillbox() {",
		"  local -a entries",
		`  local place=""`,
		`  (( CURRENT > 2 )) && place="\${words[2]}"`,
		`  if (( CURRENT > 3 )); then case "\${words[2]} \${words[3]}" in ${[...treeOf(commands).keys()]
			.filter((path) => path.includes(" "))
			.map(quoted)
			.join("|")}) place="\${words[2]} \${words[3]}" ;; esac; fi`,
		'  case "$place" in',
		...cases,
		"  esac",
		"  _describe 'tillbox' entries",
		"  _files",
		"}",
		'if [ "$funcstack[1]" = "_tillbox" ]; then _tillbox "$@"; else compdef _tillbox tillbox; fi',
	].join("\n");
}

function fish(commands: readonly Command[]): string {
	const lines = [...treeOf(commands)].flatMap(([path, { words, options }]) => {
		const [first, second] = path.split(" ");
		const siblings = words.map(({ word }) => word).join(" ");
		const isAt =
			path === ""
				? "__fish_use_subcommand"
				: second
					? `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
					: `__fish_seen_subcommand_from ${first}${siblings ? `; and not __fish_seen_subcommand_from ${siblings}` : ""}`;
		return [
			...words.map(
				({ word, about }) =>
					`complete -c tillbox -n ${quoted(isAt)} -a ${word} -d ${quoted(about)}`,
			),
			...options.map(
				({ word, about }) =>
					`complete -c tillbox -n ${quoted(isAt)} -l ${word.slice(2)} -d ${quoted(about)}`,
			),
		];
	});
	return lines.join("\n");
}

const powershellText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** For Windows PowerShell 5.1 and PowerShell 7. */
function powershell(commands: readonly Command[]): string {
	const entry = ({ word, about }: Word) => `@(${powershellText(word)}, ${powershellText(about)})`;
	const entries = [...treeOf(commands)].map(
		([path, { words, options }]) =>
			`    ${powershellText(path)} = @(${[...words, ...options].map((one) => `,${entry(one)}`).join(" ")})`,
	);
	return [
		"Register-ArgumentCompleter -Native -CommandName tillbox -ScriptBlock {",
		"  param($wordToComplete, $commandAst, $cursorPosition)",
		"  $entries = @{",
		...entries,
		"  }",
		"  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |",
		"    Select-Object -Skip 1 | ForEach-Object { $_.ToString() })",
		"  $place = ''",
		"  if ($before.Count -gt 0) { $place = $before[0] }",
		'  if ($before.Count -gt 1 -and $entries.ContainsKey("$place $($before[1])")) { $place = "$place $($before[1])" }',
		"  $entries[$place] | Where-Object { $_[0].StartsWith($wordToComplete) } | ForEach-Object {",
		"    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])",
		"  }",
		"}",
	].join("\n");
}

const SHELLS = { bash, zsh, fish, powershell };
const NAMES = Object.keys(SHELLS).join(", ");

/** The command that prints the completion of all commands for a shell. */
export const completionOf = (commands: () => readonly Command[]): Command =>
	command({
		name: "completion",
		about: "print the completion for a shell",
		operands: Object.keys(SHELLS).join("|"),
		count: [1, 1],
		examples: [
			{ line: 'eval "$(tillbox completion bash)"', about: "in ~/.bashrc" },
			{ line: 'eval "$(tillbox completion zsh)"', about: "in ~/.zshrc, after compinit" },
			{ line: "tillbox completion fish | source", about: "in ~/.config/fish/config.fish" },
			{
				line: "tillbox completion powershell | Out-String | Invoke-Expression",
				about: "in $PROFILE",
			},
		],
		run: async ({ out }, { operands: [shell = ""] }) => {
			if (!(shell in SHELLS))
				throw usageFailure(`There is a completion for ${NAMES}, not for “${shell}”.`);
			const script = SHELLS[shell as keyof typeof SHELLS](commands());
			out.result({ shell, script }, script);
		},
	});
