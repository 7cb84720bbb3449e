import type { Command } from "./arguments/command.ts";
import { findCommand, parseArguments, unknownCommand } from "./arguments/parse.ts";
import { helpOf, overview } from "./commands/help.ts";
import { COMMANDS } from "./commands/index.ts";
import { CliFailure, EXIT, type ExitCode } from "./failures.ts";
import { Output, outputOptions } from "./output/output.ts";
import { Session } from "./session.ts";

/** Runs a command line and returns what the process exits with. `args` are those after the program's name. */
export async function run(args: readonly string[], commands = COMMANDS): Promise<ExitCode> {
	const isTerminal = process.stderr.isTTY === true;
	// Also for failures of the arguments themselves.
	const early = { json: args.includes("--json"), "no-color": args.includes("--no-color") };
	let out = new Output(outputOptions(early, process.env, isTerminal));
	try {
		const isVersion = args[0] === "--version" || args[0] === "-v";
		const given = isVersion ? ["version", ...args.slice(1)] : args;
		const { command, words, rest } = findCommand(commands, given);
		if (!command) {
			const isAsking = words.length === 0 && args.every((arg) => /^(-h|--help|--json)$/.test(arg));
			if (!isAsking) throw unknownCommand(commands, words.length > 0 ? words : [args[0] ?? ""]);
			out.result({ help: overview(commands) }, overview(commands));
			return EXIT.ok;
		}
		const input = parseArguments(command, rest);
		out = new Output(outputOptions(input.options, process.env, isTerminal));
		if (input.options.help) {
			out.result({ help: helpOf(command) }, helpOf(command));
			return EXIT.ok;
		}
		return await execute(command, input, out);
	} catch (error) {
		return out.failure(error);
	}
}

async function execute(
	command: Command,
	input: ReturnType<typeof parseArguments>,
	out: Output,
): Promise<ExitCode> {
	const interruption = new AbortController();
	const interrupt = () => {
		if (interruption.signal.aborted) process.exit(EXIT.interrupted);
		interruption.abort(new CliFailure("interrupted", EXIT.interrupted, "Interrupted."));
	};
	process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
	const server = input.options.server;
	const session = new Session(
		out,
		interruption.signal,
		typeof server === "string" ? server : undefined,
	);
	try {
		await command.run(session, input);
		return EXIT.ok;
	} finally {
		session.close();
	}
}
