import { writeSync } from "node:fs";

const [MAJOR, MINOR] = [20, 3];

// Imported first: an older Node would fail with an error that explains nothing.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < MAJOR || (major === MAJOR && minor < MINOR)) {
	writeSync(
		2,
		`tillbox needs Node ${MAJOR}.${MINOR} or newer; this is ${process.versions.node}.\n`,
	);
	process.exit(1);
}
