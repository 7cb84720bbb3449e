import "./check-node.ts";
import { EXIT } from "./failures.ts";
import { run } from "./run.ts";

// A reader that has enough, such as `head`, closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code === "EPIPE") process.exit(EXIT.ok);
	throw error;
});

process.exitCode = await run(process.argv.slice(2));
