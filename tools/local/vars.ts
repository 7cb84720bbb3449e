import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./processes.ts";

const FILE = join(ROOT, ".dev.vars");

export const chosenSandboxPort = () => Number(process.env.SANDBOX_PORT || 12111);

export const sandboxAddress = (port: number) => `http://localhost:${port}`;

export function parseVars(text: string): Record<string, string> {
	const vars: Record<string, string> = {};
	for (const line of text.split("\n")) {
		const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
		if (match?.[1]) vars[match[1]] = (match[2] ?? "").replace(/^(["'])(.*)\1$/, "$2");
	}
	return vars;
}

/** Also for `wrangler dev` without our tools. */
export function newLocalVars(sandboxPort = chosenSandboxPort()): string {
	const secret = (bytes: number) => randomBytes(bytes).toString("hex");
	return `# Secrets of this machine. To use real Stripe keys, replace them and remove the sandbox's address.
APP_SECRET=${secret(32)}
STRIPE_SECRET_KEY=sk_test_sandbox
STRIPE_PUBLISHABLE_KEY=pk_test_sandbox
STRIPE_WEBHOOK_SECRET=whsec_${secret(24)}
STRIPE_API_BASE=${sandboxAddress(sandboxPort)}
`;
}

export function withSandboxPort(vars: string, port: number): string {
	return vars.replace(
		/^STRIPE_API_BASE=http:\/\/localhost:\d+$/m,
		`STRIPE_API_BASE=${sandboxAddress(port)}`,
	);
}

/** A running `wrangler dev` rereads the file. */
export function followSandboxPort(): void {
	localVars();
	const text = readFileSync(FILE, "utf8");
	const followed = withSandboxPort(text, chosenSandboxPort());
	if (followed !== text) writeFileSync(FILE, followed);
}

export function localVars(): Record<string, string> {
	if (!existsSync(FILE)) writeFileSync(FILE, newLocalVars(), { mode: 0o600 });
	return parseVars(readFileSync(FILE, "utf8"));
}

/** Reads the environment, and allows for this machine's registrations and mails unless `STRICT_LIMITS=1`. */
export function localLimits(): Record<string, string> {
	const named = Object.entries(process.env).flatMap(([name, value]) =>
		value &&
		/^(?:(?:LIMIT|MAILS|STORAGE|VIEWS|PAUSE)_[A-Z_]+|HEALTH_TOKEN|MAINTENANCE|OPERATORS)$/.test(
			name,
		)
			? [[name, value] as const]
			: [],
	);
	const allowance = { LOOPBACK_REGISTRATIONS_PER_MINUTE: "1000", MAILS_PER_NETWORK: "6000" };
	const webhooks = { WEBHOOK_LOCALHOST: "true" };
	return {
		...webhooks,
		...(process.env.STRICT_LIMITS !== "1" && allowance),
		...Object.fromEntries(named),
	};
}

/** The only names that Wrangler reads from files. */
export const REQUIRED_SECRETS = [
	"APP_SECRET",
	"STRIPE_SECRET_KEY",
	"STRIPE_PUBLISHABLE_KEY",
	"STRIPE_WEBHOOK_SECRET",
];
export const OPTIONAL_SECRETS = [
	"STRIPE_CONNECT_WEBHOOK_SECRET",
	"HEALTH_TOKEN",
	"SCAN_TOKEN",
	"MAIL_HTTP_TOKEN",
	"TURNSTILE_SECRET_KEY",
];
const SECRETS = new Set([...REQUIRED_SECRETS, ...OPTIONAL_SECRETS]);

/** Secrets are passed in a file, the rest on the command line. */
export function divideVars(vars: Record<string, string>) {
	const entries = Object.entries(vars);
	return {
		secrets: Object.fromEntries(entries.filter(([name]) => SECRETS.has(name))),
		plain: Object.fromEntries(entries.filter(([name]) => !SECRETS.has(name))),
	};
}

export function varFlags(plain: Record<string, string>): string[] {
	return Object.entries(plain).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
}

/** Readable by this user only. Returns the path. */
export function writeSecrets(folder: string, secrets: Record<string, string>): string {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, "run.vars");
	const lines = Object.entries(secrets).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
	writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
	return file;
}
