import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Canary, Sought } from "./canaries.ts";
import { CARDS } from "./card.ts";

/** Columns with addresses and files, with people's own words, and with hashes of tokens. */
const PERSONAL = /email|recipient|original_name|confirmation_code|cash_app_handle|direct_link/;
const WORDS = /^(?:display_name|title)$/;
const TOKEN_HASH = /^token_hash$/;

function databaseIn(state: string): DatabaseSync {
	const folder = join(state, "v3", "d1", "miniflare-D1DatabaseObject");
	const [file] = readdirSync(folder)
		.filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
		.map((name) => join(folder, name))
		.toSorted((a, b) => statSync(b).size - statSync(a).size);
	return new DatabaseSync(file ?? "", { readOnly: true });
}

function columnsOf(database: DatabaseSync) {
	return database
		.prepare(
			"select m.name as tableName, c.name as columnName from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'",
		)
		.all()
		.map(({ tableName, columnName }) => ({ table: String(tableName), column: String(columnName) }));
}

function valuesOf(database: DatabaseSync, { table, column }: { table: string; column: string }) {
	const rows = database.prepare(`select distinct "${column}" as value from "${table}"`).all();
	return rows.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
}

/** They follow a `#`. */
function tokensInMails(state: string): Canary[] {
	const folder = join(state, "mail");
	// The first mail creates the folder.
	if (!existsSync(folder)) return [];
	return readdirSync(folder).flatMap((name) => {
		const { text } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { text: string };
		// The id of the opened object precedes a dot.
		return [...text.matchAll(/#([\w.-]{20,})/g)].map(([, token = ""]) => ({
			kind: "token of a mail",
			value: token.split(".").at(-1) ?? "",
		}));
	});
}

/** Passwords in the tests' sources. */
function passwordsIn(folder: string): Canary[] {
	const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
		name.endsWith(".ts"),
	);
	return sources.flatMap((name) =>
		[
			...readFileSync(join(folder, name), "utf8").matchAll(
				/password[^"\n]*"[^\n]*\.fill\("([^"]+)"\)|password(?::| =) "([^"]+)"/gi,
			),
		].map(([, typed, sent]) => ({ kind: "password", value: typed ?? sent ?? "" })),
	);
}

const cards: Canary[] = Object.values(CARDS).flatMap((digits) =>
	[digits, digits.replace(/(\d{4})(?=\d)/g, "$1 "), digits.slice(0, 12)].map((value) => ({
		kind: "card",
		value,
	})),
);

export function usedCanaries(state: string): Sought {
	const database = databaseIn(state);
	const columns = columnsOf(database);
	const personal = columns
		.filter(({ column }) => PERSONAL.test(column))
		.flatMap((one) => valuesOf(database, one).map((value) => ({ kind: one.column, value })));
	// A single word may be a part of an address, as "pictures" is.
	const words = columns
		.filter(({ column }) => WORDS.test(column))
		.flatMap((one) => valuesOf(database, one).map((value) => ({ kind: one.column, value })))
		.filter(({ value }) => value.trim().includes(" "));
	const hashes = columns
		.filter(({ column }) => TOKEN_HASH.test(column))
		.flatMap((one) => valuesOf(database, one));
	database.close();
	const passwords = passwordsIn(join(import.meta.dirname, ".."));
	return {
		canaries: [...personal, ...words, ...tokensInMails(state), ...passwords, ...cards],
		tokenHashes: new Set(hashes),
	};
}
