import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ZodType } from "zod";
import { ERRORS } from "../../worker/contract/errors.ts";
import { SWITCHES, type Switch } from "../../worker/contract/switches.ts";
import { VARIABLES } from "../../worker/core/config.ts";
import { CRONS, type CronName } from "../../worker/core/crons.ts";
import { SWITCH_VARIABLES } from "../../worker/core/switches.ts";
import { ROOT } from "../local/processes.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Returns the doc comments above keys and members of unions, in the file or in one of its declarations. */
function commentsOf(path: string, declaration = ""): Map<string, string> {
	const [, text = ""] = read(path).split(declaration);
	const [block = ""] = declaration ? text.split(/\n[}\]]|;\n/) : [read(path)];
	const found = block.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:\|\s*)?"?([\w.]+)"?/g);
	return new Map(
		[...found].map(([, comment = "", name = ""]) => [
			name,
			comment.replace(/\s*\n\s*\*?\s*/g, " ").trim(),
		]),
	);
}

function required(comments: ReadonlyMap<string, string>, name: string): string {
	const comment = comments.get(name);
	if (!comment) throw new Error(`${name} has no doc comment for docs/reference.md.`);
	return comment;
}

/** Turns "Runbook: money." into a link to that heading of the runbook. */
function linked(comment: string): string {
	return comment
		.replace(/(Runbook|runbook): ([^.;]+)\./g, (_, word, title) => {
			const anchor = title.replaceAll(",", "").replaceAll(" ", "-");
			return `${word}: [${title}](operations.md#${anchor}).`;
		})
		.replaceAll("|", "\\|");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
	return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** `required` if the Worker doesn't start without it; empty if it is simply off. */
function defaultOf(schema: ZodType): string {
	// Zod types definitions by kind only in their own classes.
	let def = schema.def as { type: string; in?: ZodType; defaultValue?: unknown };
	while (def.type === "pipe" && def.in) def = def.in.def;
	if (def.type === "optional" || def.defaultValue === "") return "";
	return def.type === "default" ? `\`${def.defaultValue}\`` : "required";
}

const CORE = "worker/core/config.ts";

function variables(): string {
	const comments = new Map([...commentsOf("worker/platform/config.ts"), ...commentsOf(CORE)]);
	const isLimit = (name: string) =>
		/^(?:MAILS_|LIMIT_)/.test(name) || commentsOf(CORE, "const limits = {").has(name);
	const pauses: readonly string[] = Object.values(SWITCH_VARIABLES);
	const row = (name: string) => [
		`\`${name}\``,
		linked(required(comments, name)),
		defaultOf(VARIABLES[name] as ZodType),
	];
	const names = Object.keys(VARIABLES);
	const general = names.filter((name) => !pauses.includes(name) && !isLimit(name));
	const switches = Object.entries(SWITCH_VARIABLES).map(([name, variable]) => {
		const code = SWITCHES[name as Switch];
		return [`\`${variable}\``, required(comments, variable), code ? `\`${code}\`` : ""];
	});
	return `## Variables

Set one with \`NAME=value npm run deploy\`, and remove it with \`NAME= npm run deploy\`; \`NAME=value npm start\` tries it locally.

${table(["name", "meaning", "default"], general.map(row))}

## Switches

Any value but \`false\`, \`no\`, \`off\`, \`0\` or nothing pauses, and so does the console at \`/operator/switches\`. Requests are refused with 503 and \`Retry-After\`.

${table(["name", "what is refused, and what goes on", "code"], switches)}

## Limits

Limits on attempts are \`free attempts, first wait, longest wait, memory\`, with times in seconds: \`10,60,3600,21600\` lets ten attempts through, then makes waits double from a minute to an hour, and starts counting again after six hours without an attempt. A network is an IPv4 address or an IPv6 /64. Larger networks are counted as well: an IPv4 /24 has four times as many free attempts, an IPv6 /56 twice and a /48 three times as many.

${table(["name", "what is limited", "default"], names.filter(isLimit).map(row))}`;
}

function errors(): string {
	const comments = commentsOf("worker/contract/errors.ts");
	const ours = Object.entries(ERRORS).filter(([, [status]]) => status >= 500);
	return `## Errors

Codes with a status of 500 or more. All others are the sender's; their messages are in \`worker/contract/errors.ts\`.

${table(
	["code", "status", "meaning, and what to do"],
	ours.map(([code, [status]]) => [
		`\`${code}\``,
		String(status),
		linked(required(comments, code)).replace("A switch is on", "A [switch](#switches) is on"),
	]),
)}`;
}

const LOG_EVENTS = "worker/platform/log-events.ts";

/** Every log event with its level; some have two. */
export function logEvents(): { event: string; level: string }[] {
	return [...read(LOG_EVENTS).matchAll(/^\t"([\w.]+)": (.*);$/gm)].map(
		([, event = "", level = ""]) => ({ event, level: level.replaceAll('"', "") }),
	);
}

function events(): string {
	const comments = commentsOf(LOG_EVENTS);
	const rows = logEvents()
		.toSorted((one, other) => (one.event < other.event ? -1 : 1))
		.map(({ event, level }) => [
			`\`${event}\``,
			level.replace(" | ", ", "),
			linked(required(comments, event)),
		]);
	return `## Log events

What is retried needs nothing from you unless it persists.

${table(["event", "level", "what happened, and what to do"], rows)}`;
}

function jobs(): string {
	const path = "worker/maintenance/jobs.ts";
	const [, source = ""] = read(path).split("export const JOBS");
	const rows = (Object.keys(CRONS) as CronName[]).flatMap((cron) => {
		const [, block = ""] =
			new RegExp(`\\n\\t${cron}: \\{\\n([\\s\\S]*?)\\n\\t\\}`).exec(source) ?? [];
		const comments = commentsOf(path);
		return [...block.matchAll(/^\t\t(\w+)(?=[,:])/gm)].map(([, job = ""]) => [
			cron,
			`\`${job}\``,
			required(comments, job),
		]);
	});
	const crons = Object.entries(CRONS).map(
		([name, { expression }]) => `\`${name}\` (\`${expression}\`)`,
	);
	return `## Scheduled jobs

Crons, in UTC: ${crons.join(", ")}. A failed job doesn't prevent the others, and the console's page *Jobs* runs one now. Each cron ends with \`noteRun\`, which deep health reads. Each table that keeps data for a period has a job in \`cleanups\`: \`prune_\` and its name.

${table(["cron", "job", "what it does"], rows)}`;
}

function refusals(): string {
	const folder = "worker/purchases/entitlements";
	const reasons = commentsOf(`${folder}/authorise.ts`, "export type RefusalReason =");
	const closed = commentsOf(`${folder}/access-sql.ts`, "export type Closed =");
	return `## Refused downloads

Reasons in the log event \`download.refused\`.

${table(
	["reason", "meaning"],
	[...reasons, ...closed].map(([reason, meaning]) => [`\`${reason}\``, meaning]),
)}`;
}

/** The text of docs/reference.md. */
export function reference(): string {
	return `# Reference

Generated from the code by \`npm run docs\`; the texts are comments next to each definition. What to do when something is wrong is in the [runbook](operations.md).

${[variables(), errors(), events(), jobs(), refusals()].join("\n\n")}
`;
}
