import { VERSION } from "../api/http.ts";
import { type Command, command } from "../arguments/command.ts";
import { unknownCommand } from "../arguments/parse.ts";
import { account } from "./account.ts";
import { api } from "./api.ts";
import { codes } from "./codes.ts";
import { completionOf } from "./completion.ts";
import { download } from "./download.ts";
import { helpOf, overview } from "./help.ts";
import { selling } from "./sales.ts";
import { shares } from "./shares.ts";
import { upload } from "./upload.ts";
import { uploads } from "./uploads.ts";
import { webhooks } from "./webhooks.ts";

const help = command({
	name: "help",
	about: "explain a command",
	operands: "[COMMAND]",
	count: [0, 2],
	examples: [{ line: "tillbox help upload", about: "options and examples of a command" }],
	run: async ({ out }, { operands }) => {
		const name = operands.join(" ");
		const found = COMMANDS.filter((one) => one.name === name || one.name.startsWith(`${name} `));
		if (name !== "" && found.length === 0) throw unknownCommand(COMMANDS, operands);
		const text = name === "" ? overview(COMMANDS) : found.map(helpOf).join("\n\n");
		out.result({ help: text }, text);
	},
});

const version = command({
	name: "version",
	about: "print the version",
	examples: [{ line: "tillbox version --json", about: "for scripts" }],
	run: async ({ out }) => out.result({ version: VERSION }, VERSION),
});

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
	...account,
	upload,
	...uploads,
	...shares,
	download,
	...selling,
	...codes,
	...webhooks,
	api,
	completionOf(() => COMMANDS),
	help,
	version,
];
