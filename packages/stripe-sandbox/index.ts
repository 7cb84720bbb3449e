import { parseArgs } from "node:util";
import { DEFAULT_PORT, type SandboxOptions, startSandbox } from "./server.ts";

const { env } = process;
const { values } = parseArgs({
	options: {
		port: { type: "string", default: env.SANDBOX_PORT ?? String(DEFAULT_PORT) },
		host: { type: "string", default: env.SANDBOX_HOST ?? "127.0.0.1" },
		db: { type: "string", default: env.SANDBOX_DB ?? ".sandbox/stripe.sqlite" },
		"webhook-url": { type: "string", default: env.SANDBOX_WEBHOOK_URL ?? "" },
	},
});

const options: SandboxOptions = {
	port: Number(values.port),
	host: values.host,
	db: values.db,
	webhookUrl: values["webhook-url"] || undefined,
	webhookSecret: env.STRIPE_WEBHOOK_SECRET || "whsec_sandbox",
	secretKey: env.STRIPE_SECRET_KEY || "sk_test_sandbox",
	publishableKey: env.STRIPE_PUBLISHABLE_KEY || "pk_test_sandbox",
	...(env.SANDBOX_MAIL_DIR ? { mailDirs: env.SANDBOX_MAIL_DIR.split(",") } : {}),
};

try {
	const running = await startSandbox(options);
	const hooks = options.webhookUrl ? `, events to ${options.webhookUrl}` : ", events are kept only";
	console.log(`Stripe sandbox on ${running.url}${hooks}`);
	const stop = () => void running.close().then(() => process.exit(0));
	process.once("SIGINT", stop);
	process.once("SIGTERM", stop);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
