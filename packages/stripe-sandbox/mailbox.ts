import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Mail {
	id: string;
	at: number;
	from: string;
	to: string[];
	subject: string;
	text: string;
	html: string;
	headers: Record<string, string>;
}

/** Idempotent by `key`. */
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

/** Newest first. */
export function listMails(dirs: readonly string[], to?: string): Mail[] {
	const mails = dirs.flatMap((dir) => readFolder(dir));
	const wanted = to?.toLowerCase();
	return mails
		.filter((mail) => !wanted || mail.to.some((address) => bare(address) === wanted))
		.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}

function readFolder(dir: string): Mail[] {
	if (!existsSync(dir)) return [];
	return readdirSync(dir)
		.filter((name) => name.endsWith(".json"))
		.map((name) => JSON.parse(readFileSync(join(dir, name), "utf8")) as Mail);
}

function bare(address: string): string {
	return (/<([^<>]+)>/.exec(address)?.[1] ?? address).trim().toLowerCase();
}
