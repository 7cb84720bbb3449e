import { readFileSync } from "node:fs";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";

// The readers of options throw a usage failure that names the option.

/** Like the API's: "9.99". */
export function amount(text: string, option: string): string {
	if (!/^\d{1,8}(\.\d{1,2})?$/.test(text))
		throw usageFailure(`${option} must be an amount such as 9.99, not “${text}”.`);
	return text;
}

export function count(text: string, option: string): number {
	const number = Number(text);
	if (!/^\d{1,9}$/.test(text) || number < 1)
		throw usageFailure(`${option} must be a whole number of at least 1, not “${text}”.`);
	return number;
}

export function percentage(text: string, option: string): number {
	const number = Number(text.replace(/%$/, ""));
	if (!/^\d{1,3}(\.\d{1,2})?%?$/.test(text) || number < 1 || number > 100)
		throw usageFailure(
			`${option} must be between 1 and 100, with at most two decimals, not “${text}”.`,
		);
	return number;
}

/** A day (its beginning in the local time zone) or a date with a time, as UTC. */
export function moment(text: string, option: string): string {
	const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
	const at = new Date(isDay ? `${text}T00:00` : text);
	const isRead = isDay || /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text);
	// 31 February would become a day in March.
	const isReal = !Number.isNaN(at.getTime()) && (!isDay || at.getDate() === Number(text.slice(8)));
	if (!isRead || !isReal)
		throw usageFailure(
			`${option} must be a day or a time such as 2026-12-31 or 2026-12-31T18:00Z, not “${text}”.`,
		);
	return at.toISOString();
}

/** Reads an id or link. Throws for another server than `origin`, which may have the same id. */
export function shareIdOf(text: string, origin?: string): string {
	const [, id = text] = /^https?:\/\/[^/]+\/(?:share|payment)\/([^/?#]+)/.exec(text) ?? [];
	if (!/^[A-Za-z0-9_-]{1,100}$/.test(id))
		throw usageFailure(`“${text}” is neither a share's id nor its link.`);
	const own = /^https?:/.test(text) ? new URL(text).origin : origin;
	if (origin !== undefined && own !== origin)
		throw usageFailure(`“${text}” is on another server than ${origin}.`, [
			`Repeat the command with --server ${own}.`,
		]);
	return id;
}

export function idOf(text: string, what: string): string {
	if (!/^[A-Za-z0-9_-]{8,64}$/.test(text)) throw usageFailure(`“${text}” is not ${what}.`);
	return text;
}

/** `where` names the file in the failure. */
export function textIn(path: string, where: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (cause) {
		const { message } = cause as Error;
		throw new CliFailure("file.missing", EXIT.file, `${where}: ${message}`, { cause });
	}
}

export function jsonObject(text: string, option: string): object {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	} catch {
		// Refused below.
	}
	throw usageFailure(`${option} takes a JSON object.`);
}
