import "./check-node.ts";
import { EXIT } from "./failures.ts";
import { run } from "./run.ts";

// A reader such as `head` closes the pipe once it has enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code === "EPIPE") process.exit(EXIT.ok);
	throw error;
});

process.exitCode = await run(process.argv.slice(2));
