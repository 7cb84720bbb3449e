import { dictionary } from "@zxcvbn-ts/language-common";
import type { Plugin } from "vite";

const COUNT = 10_000;

/** Adds the most common passwords, one a line, lower case, for checking new passwords. */
export function commonPasswords(): Plugin {
	return {
		name: "common-passwords",
		apply: (_, { isSsrBuild }) => !isSsrBuild,
		generateBundle() {
			const source = `\n${dictionary["passwords-common"].slice(0, COUNT).join("\n").toLowerCase()}\n`;
			this.emitFile({ type: "asset", fileName: "common-passwords.txt", source });
		},
	};
}
