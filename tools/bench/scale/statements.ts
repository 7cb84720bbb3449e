import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { ROOT, toolEnv } from "../../local/processes.ts";

/** A statement sent by the product during its tests, with the values of one call. */
export type Recorded = { text: string; values: SQLInputValue[] };

/** Runs the Worker's tests, which report every statement. */
export async function recordStatements(): Promise<Recorded[]> {
	const recorded: Recorded[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.once("end", () => {
			recorded.push(...(JSON.parse(Buffer.concat(chunks).toString()) as Recorded[]));
			response.end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const port = address !== null && typeof address === "object" ? address.port : 0;
	await new Promise<void>((resolve, reject) => {
		const child = spawn("vitest", ["run", "--project", "workers", "--reporter=dot"], {
			cwd: ROOT,
			env: toolEnv({ RECORD_STATEMENTS_AT: `http://127.0.0.1:${port}` }),
			stdio: ["ignore", "ignore", "inherit"],
		});
		child.once("error", reject);
		// The tests themselves report failures.
		child.once("close", () => resolve());
	});
	server.close();
	return recorded;
}

/** Null for a table that only tests create. */
function planOf(db: DatabaseSync, { text, values }: Recorded): string[] | null {
	try {
		const steps = db.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
		return steps.map(({ detail }) => detail);
	} catch (error) {
		if (error instanceof Error && /^no such (table|column)/.test(error.message)) return null;
		throw error;
	}
}

/**
 * Returns the `SCAN` steps of each statement's plan over this database, with the statement. Excludes lists
 * passed as a value.
 */
export function scansIn(file: string, statements: readonly Recorded[]): string[] {
	const db = new DatabaseSync(file, { readOnly: true });
	const scans = statements.flatMap((statement) =>
		(planOf(db, statement) ?? [])
			.filter((step) => /^SCAN /.test(step))
			.filter((step) => !/VIRTUAL TABLE|CONSTANT ROW|VALUES CLAUSE|\(subquery/.test(step))
			.map((step) => `${step}: ${statement.text.replace(/\s+/g, " ").slice(0, 160)}`),
	);
	db.close();
	return scans;
}
