import { parse } from "./arguments/parse.ts";
import { COMMANDS } from "./commands/index.ts";
import { CliFailure, EXIT, type ExitCode } from "./failures.ts";
import { Output, outputOptions } from "./output/output.ts";
import { Session } from "./session.ts";

export async function run(args: readonly string[], commands = COMMANDS): Promise<ExitCode> {
	const isTerminal = process.stderr.isTTY === true;
	// Also for failures of the arguments themselves.
	const early = { json: args.includes("--json"), noColor: args.includes("--no-color") };
	let out = new Output(outputOptions(early, process.env, isTerminal));
	try {
		const { globals, help, run: execute } = parse(commands, args);
		out = new Output(outputOptions(globals, process.env, isTerminal));
		if (help !== null) {
			out.result({ help }, help);
			return EXIT.ok;
		}
		const interruption = new AbortController();
		const interrupt = () => {
			if (interruption.signal.aborted) process.exit(EXIT.interrupted);
			interruption.abort(new CliFailure("interrupted", EXIT.interrupted, "Interrupted."));
		};
		process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
		const session = new Session(out, interruption.signal, globals.server);
		try {
			await execute(session);
		} finally {
			session.close();
		}
		return EXIT.ok;
	} catch (error) {
		return out.failure(error);
	}
}
