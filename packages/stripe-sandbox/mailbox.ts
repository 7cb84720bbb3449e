import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

/** A mail as the mailbox shows it. */
export interface Mail {
	id: string;
	/** Milliseconds since 1970. */
	at: number;
	from: string;
	to: string[];
	subject: string;
	text: string;
	html: string;
	headers: Record<string, string>;
}

/**
 * Stores a mail as a JSON file. The same `key` a second time changes nothing, so that a repeated delivery
 * is one mail.
 */
export function storeMail(
	dir: string,
	mail: Omit<Mail, "id" | "at">,
	at: number,
	key?: string,
): Mail {
	const id = key ? createHash("sha256").update(key).digest("hex").slice(0, 24) : randomUUID();
	const path = join(dir, `${id}.json`);
	if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as Mail;
	mkdirSync(dir, { recursive: true });
	const stored: Mail = { id, at, ...mail };
	writeFileSync(path, JSON.stringify(stored, null, 2));
	return stored;
}

/** Returns all mails in the folders, newest first; only those to `to` when it is given. */
export function listMails(dirs: readonly string[], to?: string): Mail[] {
	const mails = dirs.flatMap((dir) => readFolder(dir));
	const wanted = to?.toLowerCase();
	return mails
		.filter((mail) => !wanted || mail.to.some((address) => bare(address) === wanted))
		.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}

function readFolder(dir: string): Mail[] {
	if (!existsSync(dir)) return [];
	return readdirSync(dir, { recursive: true, encoding: "utf8" }).flatMap((name) => {
		const path = join(dir, name);
		if (extname(name) === ".json") return [JSON.parse(readFileSync(path, "utf8")) as Mail];
		if (extname(name) === ".eml") return [fromRaw(path)];
		if (extname(name) === ".txt") return [fromText(path)];
		return [];
	});
}

// The local e-mail binding writes text and HTML into two folders side by side, without headers.
function fromText(path: string): Mail {
	const text = readFileSync(path, "utf8");
	const html = path.replace("email-text", "email-html").replace(/\.txt$/, ".html");
	return {
		id: basename(path, ".txt"),
		at: statSync(path).mtimeMs,
		from: "",
		to: [],
		subject: text.split("\n", 1)[0] ?? "",
		text,
		html: html !== path && existsSync(html) ? readFileSync(html, "utf8") : "",
		headers: {},
	};
}

function fromRaw(path: string): Mail {
	const raw = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
	const end = raw.indexOf("\n\n");
	const headers = Object.fromEntries(
		raw
			.slice(0, end)
			.replaceAll(/\n[ \t]+/g, " ")
			.split("\n")
			.map((line) => [
				line.slice(0, line.indexOf(":")).toLowerCase(),
				line.slice(line.indexOf(":") + 1).trim(),
			]),
	) as Record<string, string>;
	return {
		id: basename(path, ".eml"),
		at: statSync(path).mtimeMs,
		from: headers.from ?? "",
		to: (headers.to ?? "").split(",").map((address) => address.trim()),
		subject: headers.subject ?? "",
		text: raw.slice(end + 2),
		html: "",
		headers,
	};
}

function bare(address: string): string {
	return (/<([^<>]+)>/.exec(address)?.[1] ?? address).trim().toLowerCase();
}
