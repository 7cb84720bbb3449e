import { dictionary } from "@zxcvbn-ts/language-common";
import type { Plugin } from "vite";

/**
 * Adds the list of common passwords to the built files, one a line, lower case. The Worker reads it when
 * a password is set; in its bundle it would be a third of all code.
 */
export function commonPasswords(): Plugin {
	return {
		name: "common-passwords",
		apply: (_, { isSsrBuild }) => !isSsrBuild,
		generateBundle() {
			const source = `\n${dictionary["passwords-common"].join("\n").toLowerCase()}\n`;
			this.emitFile({ type: "asset", fileName: "common-passwords.txt", source });
		},
	};
}
