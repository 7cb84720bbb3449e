import { join, resolve } from "node:path";
import { CRONS } from "../../worker/core/crons.ts";
import { applyMigrations } from "./migrations.ts";
import type { ProcessGroup } from "./process-group.ts";
import { devArgs, ROOT, requireFreePort, waitFor } from "./processes.ts";
import { hashOf, unlessDone } from "./stamps.ts";
import {
	chosenSandboxPort,
	divideVars,
	localLimits,
	localVars,
	sandboxAddress,
	varFlags,
	writeSecrets,
} from "./vars.ts";
import { configWithoutBuild } from "./wrangler-config.ts";

export const place = {
	port: Number(process.env.PORT ?? 8787),
	sandboxPort: chosenSandboxPort(),
	inspectorPort: Number(process.env.INSPECTOR_PORT ?? 0),
	/** of D1, R2, Durable Objects and the sandbox */
	state: process.env.STATE_DIR ?? join(ROOT, ".wrangler", "state"),
	outputFile: process.env.OUTPUT_FILE,
	entry: process.env.WORKER_ENTRY,
	/** with a custom state folder below it, so that installations don't affect each other */
	web: resolve(
		ROOT,
		process.env.WEB_DIR ?? (process.env.STATE_DIR ? join(process.env.STATE_DIR, "web") : "dist"),
	),
};

export function migrate(): Promise<void> {
	return unlessDone(join(place.state, ".migrated"), hashOf(["migrations"]), async () => {
		console.log("Preparing the local database …");
		await applyMigrations(place.state);
	});
}

/** Needs the built web app and a migrated database. */
export async function startStack(processGroup: ProcessGroup, origin: string): Promise<void> {
	await requireFreePort(place.port, "the Worker", "PORT");
	await requireFreePort(place.sandboxPort, "the Stripe sandbox", "SANDBOX_PORT");
	if (place.inspectorPort !== 0)
		await requireFreePort(place.inspectorPort, "the debugger", "INSPECTOR_PORT");

	const own = localVars();
	const sandboxUrl = sandboxAddress(place.sandboxPort);
	const sandboxed = own.STRIPE_SECRET_KEY === "sk_test_sandbox";
	const { secrets, plain } = divideVars({
		APP_ORIGIN: origin,
		MAIL_HTTP_URL: `${sandboxUrl}/dev/mail`,
		...localLimits(),
		...own,
		...(sandboxed && { STRIPE_API_BASE: sandboxUrl }),
	});
	const secretsFile = writeSecrets(place.state, secrets);
	const sandboxReady = () => waitFor(`${sandboxUrl}/`, 60_000);
	const workerReady = () => waitFor(`http://localhost:${place.port}/api/config`, 90_000);

	const level = place.outputFile ? "debug" : "error";
	// With real keys it serves as the mailbox.
	startSandbox(processGroup, own);
	processGroup.start(
		"The Worker",
		"wrangler",
		[
			...devArgs({
				config: configWithoutBuild(ROOT),
				port: place.port,
				ip: "localhost",
				"persist-to": place.state,
				"env-file": secretsFile,
				assets: place.web,
				"log-level": level,
				"inspector-port": place.inspectorPort,
			}),
			...varFlags(plain),
			...(place.entry ? [place.entry] : []),
		],
		{
			keepIn: place.outputFile,
			filter: (line) => (line.trim() === "" ? null : line),
			// Wrangler restarts a killed runtime, but then nothing responds at the port.
			needs: `workerd serve --binary --experimental --socket-addr=entry=localhost:${place.port}`,
			ready: workerReady,
		},
	);
	await Promise.all([sandboxReady(), workerReady()]);
	processGroup.watchInnerProcesses();
	startClock();
}

export function startSandbox(
	processGroup: ProcessGroup,
	{ STRIPE_WEBHOOK_SECRET = "" }: Record<string, string>,
): string {
	const url = sandboxAddress(place.sandboxPort);
	processGroup.start(
		"The Stripe sandbox",
		"node",
		["packages/stripe-sandbox/index.ts", "--port", String(place.sandboxPort)],
		{
			env: {
				SANDBOX_DB: join(place.state, "sandbox.sqlite"),
				// Without the mailbox's address the runtime writes mails to files.
				SANDBOX_MAIL_DIR: `${join(ROOT, ".wrangler", "tmp", "email")},${join(place.state, "mail")}`,
				SANDBOX_WEBHOOK_URL: `http://localhost:${place.port}/api/stripe/webhook`,
				STRIPE_WEBHOOK_SECRET,
			},
			keepIn: place.outputFile,
			filter: (line) => (/error|failed|in use/i.test(line) ? line : null),
			ready: () => waitFor(`${url}/`, 60_000),
		},
	);
	return url;
}

/** The local runtime never calls them. */
export function startClock(): void {
	for (const { expression, everyMs } of Object.values(CRONS)) {
		const fire = () =>
			fetch(
				`http://localhost:${place.port}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(expression)}`,
			).catch(() => undefined);
		setInterval(fire, everyMs).unref();
	}
}
