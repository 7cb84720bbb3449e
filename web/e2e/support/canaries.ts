import { createHash } from "node:crypto";

export type Canary = { kind: string; value: string };
export type Sought = {
	canaries: readonly Canary[];
	/** SHA-256 of tokens in cookies and links, URL-safe base64, as in the database */
	tokenHashes: ReadonlySet<string>;
};

/** Shorter values could occur in any line by chance. */
const MIN_LENGTH = 5;
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi;
const WORD = /[\w-]{32,}/g;
const NETWORK_ADDRESS =
	/\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}\b/gi;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::1)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const COLOUR = /\x1b\[[\d;]*m/g;

function decoded(line: string): string {
	return line.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
		try {
			return decodeURIComponent(codes);
		} catch {
			return codes;
		}
	});
}

/** The runtime's and tools' lines name their own addresses. */
const isOwnLine = (line: string) => /"level":"\w+","event":"/.test(line);

function inLine(line: string, { tokenHashes }: Sought): string[] {
	const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
	const own = isOwnLine(line);
	return [
		...(line.match(ADDRESS) ?? []).map((address) => `the address ${address}`),
		...(line.match(WORD) ?? [])
			.filter((word) => tokenHashes.has(hashOf(word)))
			.map((token) => `the token ${token.slice(0, 6)}…`),
		...(line.match(NETWORK_ADDRESS) ?? [])
			.filter((address) => own || !LOOPBACK.test(address))
			.filter((address) => !/^\d+:\d+:\d+$/.test(address))
			.map((address) => `the network address ${address}`),
	];
}

/** False inside longer words or numbers. */
function hasWhole(line: string, value: string): boolean {
	const isWord = (sign = "") => /[\p{L}\d]/u.test(sign);
	for (let at = line.indexOf(value); at >= 0; at = line.indexOf(value, at + 1)) {
		const after = at + value.length;
		const isCut = (edge: number) => isWord(line[edge - 1]) && isWord(line[edge]);
		if (!isCut(at) && !isCut(after)) return true;
	}
	return false;
}

export function findCanaries(output: string, sought: Sought): string[] {
	const numbers = new Map<string, number>();
	for (const [at, raw] of output.replace(COLOUR, "").split("\n").entries()) {
		const line = decoded(raw);
		if (!numbers.has(line)) numbers.set(line, at + 1);
	}
	const lines = [...numbers.keys()];
	const found = new Map<string, string>();
	const note = (what: string, line: string) => {
		if (!found.has(what))
			found.set(what, `line ${numbers.get(line)} has ${what}: ${line.slice(0, 300)}`);
	};
	for (const line of lines) for (const what of inLine(line, sought)) note(what, line);
	const text = lines.join("\n").toLowerCase();
	for (const { kind, value } of sought.canaries) {
		if (value.length < MIN_LENGTH || !text.includes(value.toLowerCase())) continue;
		const line = lines.find((one) => hasWhole(one.toLowerCase(), value.toLowerCase()));
		if (line !== undefined) note(`the ${kind} ${value}`, line);
	}
	return [...found.values()];
}
