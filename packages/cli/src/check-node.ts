import { writeSync } from "node:fs";

/** The oldest version that has all that is used, as in `package.json`. */
const [MAJOR, MINOR] = [20, 3];

// Imported before everything else: what an older Node lacks would fail with an error that explains nothing.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < MAJOR || (major === MAJOR && minor < MINOR)) {
	writeSync(
		2,
		`tillbox needs Node ${MAJOR}.${MINOR} or newer; this is ${process.versions.node}.\n`,
	);
	process.exit(1);
}
