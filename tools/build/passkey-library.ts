import { writeFile } from "node:fs/promises";
import { build, type Rolldown } from "vite";
import { ROOT } from "../local/processes.ts";

const ENTRY = "virtual:passkey-library";

const SOURCE = `export {
	decodeAttestationObject, decodeClientDataJSON, decodeCredentialPublicKey, isoBase64URL, isoCrypto,
	isoUint8Array, parseAuthenticatorData, toHash,
} from "@simplewebauthn/server/helpers";`;

/**
 * Builds the part of the WebAuthn library that reads and verifies responses (`#passkey-library` in package.json). The
 * packages don't say that their modules have no side effects, so the Worker's bundler would keep 150 KB for
 * certificates, which nobody is asked for.
 */
export async function buildPasskeyLibrary(outFile: string): Promise<void> {
	const built = await build({
		configFile: false,
		root: ROOT,
		logLevel: "warn",
		plugins: [
			{
				name: "passkey-library",
				enforce: "pre",
				resolveId: (id) => (id === ENTRY ? `\0${id}` : undefined),
				load: (id) => (id === `\0${ENTRY}` ? SOURCE : undefined),
			},
		],
		ssr: { noExternal: true, target: "webworker" },
		build: {
			ssr: true,
			write: false,
			minify: true,
			target: "es2022",
			rolldownOptions: { input: { library: ENTRY }, treeshake: { moduleSideEffects: false } },
		},
	});
	const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
	const [{ code }, ...others] = output;
	if (others.length > 0) throw new Error("The library was built into more than one file.");
	await writeFile(outFile, code);
}
