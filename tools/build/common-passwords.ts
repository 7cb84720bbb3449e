import { dictionary } from "@zxcvbn-ts/language-common";
import type { Plugin } from "vite";

/** Taken from the start of the list, which is ordered by frequency. */
const COUNT = 10_000;

/**
 * Adds the most common passwords to the built files, one a line, lower case. The Worker reads them when a
 * password is set, so they stay out of the code that every request loads.
 */
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
