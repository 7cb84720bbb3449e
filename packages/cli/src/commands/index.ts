import { VERSION } from "../api/http.ts";
import { type Command, command } from "../arguments/command.ts";
import { account } from "./account.ts";
import { api } from "./api.ts";
import { codes } from "./codes.ts";
import { completionOf } from "./completion.ts";
import { download } from "./download.ts";
import { selling } from "./sales.ts";
import { shares } from "./shares.ts";
import { upload } from "./upload.ts";
import { uploads } from "./uploads.ts";
import { webhooks } from "./webhooks.ts";

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
	command("version", "print the version", {}, ({ out }) =>
		out.result({ version: VERSION }, VERSION),
	),
];
