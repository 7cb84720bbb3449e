import { env } from "cloudflare:workers";
import { fromTestsOnly, reasonFor } from "./query-plan-exceptions.ts";

/**
 * Plans every statement that the tests send, once, over the migrated tables. Fails the test that sent it if the cost
 * grows with the stored rows: by a scan of a table, an open range without a limit, or a sort without an index.
 */

/** The values matter: SQLite chooses partial indexes by them. */
type Sent = { readonly text: string; readonly values: readonly unknown[] };

type Recorder = { readonly known: Set<string>; unplanned: Sent[] };

const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;
/** Tables that never have more than a few rows. */
const SMALL = new Set(["job_cursors", "d1_migrations", "sqlite_master"]);

/** Numbered values count once. */
function needs(text: string): number {
	const numbered = [...text.matchAll(/\?(\d+)/g)].map(([, at]) => Number(at));
	return numbered.length > 0 ? Math.max(...numbered) : (text.match(/\?/g)?.length ?? 0);
}

function note(recorder: Recorder, statement: D1PreparedStatement): void {
	// The runtime's own fields, which the types leave out.
	const { statement: text, params: values } = statement as unknown as {
		statement: string;
		params: unknown[];
	};
	if (recorder.known.has(text) || !PLANNED.test(text) || values.length < needs(text)) return;
	recorder.known.add(text);
	recorder.unplanned.push({ text, values });
}

/** Records every statement that a method of a runtime's class returns. */
function noteFrom(recorder: Recorder, instance: object, method: "prepare" | "bind"): void {
	const prototype = Object.getPrototypeOf(instance);
	const original = prototype[method];
	prototype[method] = function (...args: unknown[]) {
		const statement: D1PreparedStatement = Reflect.apply(original, this, args);
		note(recorder, statement);
		return statement;
	};
}

export function recordStatements(): Recorder {
	const shared = globalThis as { statementsOfTests?: Recorder };
	if (shared.statementsOfTests) return shared.statementsOfTests;
	const recorder: Recorder = { known: new Set(), unplanned: [] };
	shared.statementsOfTests = recorder;
	noteFrom(recorder, env.DB, "prepare");
	noteFrom(recorder, env.DB.withSession(), "prepare");
	noteFrom(recorder, env.DB.prepare("select 1"), "bind");
	return recorder;
}

async function planOf({ text, values }: Sent): Promise<string[]> {
	const statement = env.DB.prepare(`explain query plan ${text}`);
	const { results } = await statement.bind(...values).all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}

export function growingSteps(text: string, plan: readonly string[]): string[] {
	const built = new Set(
		plan.flatMap((step) => /^(?:MATERIALIZE|CO-ROUTINE) (\S+)/.exec(step)?.[1] ?? []),
	);
	const limited = /\blimit\b/i.test(text);
	const isRange = (step: string) => /^SEARCH .*\([^()=]*[<>]\?[^()=]*\)$/.test(step);
	return plan.filter((step) => {
		// To sort a range, SQLite reads all of it, whatever the limit is.
		if (/^USE TEMP B-TREE/.test(step)) return plan.some(isRange);
		const scanned = /^SCAN (\S+)/.exec(step)?.[1];
		if (scanned !== undefined)
			return !(
				/VIRTUAL TABLE|CONSTANT ROW|VALUES CLAUSE|^SCAN \(subquery/.test(step) ||
				built.has(scanned) ||
				SMALL.has(scanned)
			);
		return isRange(step) && !limited;
	});
}

/** Throws if a statement's cost grows with the stored rows. */
export async function checkStatements(recorder: Recorder): Promise<void> {
	const sent = recorder.unplanned.splice(0);
	const faults: string[] = [];
	for (const one of sent) {
		if (fromTestsOnly(one.text)) continue;
		// Refused statements have no plan; their senders get the error.
		const plan = await planOf(one).catch(() => []);
		const steps = growingSteps(one.text, plan).filter((step) => !reasonFor(one.text, step));
		if (steps.length > 0)
			faults.push(`${one.text}\n  ${plan.join("\n  ")}\n  → ${steps.join("; ")}`);
	}
	if (faults.length > 0)
		throw new Error(
			`These statements read more the more is stored. Give them an index, or say in worker/test/checks/query-plan-exceptions.ts why they are bounded:\n\n${faults.join("\n\n")}`,
		);
}
