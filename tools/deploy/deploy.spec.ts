import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WALLETS } from "../../packages/stripe-sandbox/methods.ts";
import { StandInAccount } from "./test/account.ts";
import { KEYS, type Operator, startTools } from "./test/harness.ts";
import { quickWrangler } from "./test/uploader.ts";

let tools: Awaited<ReturnType<typeof startTools>>;
let operator: Operator;
beforeAll(async () => {
	tools = await startTools();
});
beforeEach(async () => {
	operator = await tools.newOperator();
});
afterAll(() => tools.close());

const script = (name = "tillbox") => operator.account.scripts.get(name);
const served = (name = "tillbox") => {
	const [share] = script(name)?.deployments[0]?.versions ?? [];
	return script(name)?.versions.find(({ id }) => id === share?.version_id);
};
const bound = (name: string, of = "tillbox") =>
	served(of)?.bindings.find((binding) => binding.name === name)?.text;
const endpoints = () => [...tools.sandbox.sandbox.store.all("webhook_endpoint")];

test("deploys to a fresh account with two Stripe keys and a sign-in", async () => {
	await operator.deploy({}, { env: { LOCATION: "weur" } });
	const { account } = operator;
	const [database] = account.databases;
	expect(database).toMatchObject({
		name: "tillbox",
		primary_location_hint: "weur",
		read_replication: { mode: "auto" },
	});
	expect(database?.sqlite.prepare("SELECT name FROM d1_migrations").all()).toEqual(
		globSync("*.sql", { cwd: "migrations" })
			.sort()
			.map((name) => ({ name })),
	);
	expect(account.buckets).toMatchObject([{ name: "tillbox-files", location: "weur" }]);
	const origin = `https://tillbox.${account.subdomain}.workers.dev`;
	expect(bound("APP_ORIGIN")).toBe(origin);
	expect(bound("APP_SECRET")).toMatch(/^[0-9a-f]{64}$/);
	expect(bound("OPERATOR_EMAIL")).toBe("operator@example.com");
	expect(bound("STRIPE_API_BASE")).toBeUndefined();
	expect(served()?.bindings).toContainEqual(
		expect.objectContaining({ type: "d1", id: database?.uuid }),
	);
	expect(script()).toMatchObject({
		subdomain: { enabled: true },
		schedules: [{ cron: "* * * * *" }, { cron: "17 * * * *" }],
	});
	expect(endpoints()).toMatchObject([
		{
			url: `${origin}/api/stripe/webhook`,
			status: "enabled",
			metadata: { tillbox: "tillbox" },
			enabled_events: ["account.updated", "account.application.deauthorized"],
			application: "ca_sandbox",
		},
		{
			url: `${origin}/api/stripe/webhook`,
			status: "enabled",
			metadata: { tillbox: "tillbox" },
			application: null,
		},
	]);
	expect(tools.endState(operator)).toMatchObject({
		isSecretServed: true,
		isWebhookKnown: true,
		isAppSecretServed: true,
		prices: [{ lookup_key: "tillbox_pro_month_1999", active: true }],
	});
	expect(operator.stateMode).toBe(0o600);
	expect(statSync(join(operator.folder, "work/production/secrets.json")).mode & 0o777).toBe(0o600);
	expect(operator.output).toContain(`Tillbox is running at ${origin}`);
	expect(operator.output.match(/^ {2}[123]\. /gm)).toHaveLength(3);
});

test("adds a rule to a bucket without the platform's own one", async () => {
	operator.account.hasDefaultRule = false;
	await operator.deploy();
	const [bucket] = operator.account.buckets;
	expect(bucket?.rules).toMatchObject([
		{ enabled: true, abortMultipartUploadsTransition: { condition: { maxAge: 604_800 } } },
	]);
	const own = { id: "mine", enabled: true, conditions: { prefix: "tmp/" } };
	if (bucket) bucket.rules = [own];
	await operator.deploy();
	expect(bucket?.rules).toMatchObject([own, { id: "tillbox-unfinished-uploads" }]);
});

test("changes nothing in a second run, and only uploads a new source", async () => {
	await operator.deploy();
	await operator.deploy();
	expect(operator.changes).toEqual([]);
	operator.source = "second";
	await operator.deploy();
	expect(operator.changes.filter((call) => !call.includes("/workers/scripts/"))).toEqual([]);
	expect(script()?.versions).toHaveLength(2);
});

test("keeps variables for later runs, and forgets empty ones", async () => {
	await operator.deploy({}, { env: { SHOW_SAMPLES: "true", STORAGE_FREE_GB: "5" } });
	operator.source = "second";
	await operator.deploy({}, { env: { SHOW_SAMPLES: "" } });
	expect([bound("SHOW_SAMPLES"), bound("STORAGE_FREE_GB")]).toEqual([undefined, "5"]);
});

test("makes and binds a second bucket only with a key for backups", async () => {
	await operator.deploy();
	const buckets = () =>
		served()?.bindings.flatMap(({ type, name }) => (type === "r2_bucket" ? [name] : []));
	expect(buckets()).toEqual(["FILES"]);
	const stranger = operator.account.addBucket("tillbox-backup");
	const env = { BACKUP_PUBLIC_KEY: "k".repeat(43) };
	await expect(operator.deploy({}, { env })).rejects.toThrow("named tillbox-backup");
	operator.account.buckets.splice(operator.account.buckets.indexOf(stranger), 1);
	await operator.deploy({}, { env });
	expect(buckets()).toEqual(["FILES", "BACKUP"]);
	expect(operator.account.buckets.map(({ name }) => name)).toEqual([
		"tillbox-files",
		"tillbox-backup",
	]);
	await operator.deploy();
	expect(operator.changes).toEqual([]);
});

const bindingNames = () => served()?.bindings.map(({ name }) => name) ?? [];

test("removes secrets with an empty value, and those left over on the platform", async () => {
	const env = {
		TURNSTILE_SITE_KEY: "site",
		TURNSTILE_SECRET_KEY: "secret",
		SCAN_TOKEN: "scanner",
		HEALTH_TOKEN: "sixteen characters",
		MAIL_HTTP_TOKEN: "mail",
	};
	await operator.deploy({}, { env });
	expect(bindingNames()).toEqual(expect.arrayContaining(Object.keys(env)));
	const empty = Object.fromEntries(Object.keys(env).map((name) => [name, ""]));
	await operator.deploy({}, { env: empty });
	for (const name of Object.keys(env)) expect(bindingNames()).not.toContain(name);
	expect(bound("APP_SECRET")).toMatch(/^[0-9a-f]{64}$/);
	await operator.deploy();
	expect(operator.changes).toEqual([]);

	for (const type of ["secret_text", "plain_text"]) {
		script()?.versions[0]?.bindings.push({ type, name: "TURNSTILE_SECRET_KEY", text: "old" });
		await operator.deploy();
		expect(bindingNames()).not.toContain("TURNSTILE_SECRET_KEY");
		await operator.deploy();
		expect(operator.changes).toEqual([]);
	}
});

test("says that one of a pair of variables has no effect alone", async () => {
	await operator.deploy({}, { env: { TURNSTILE_SECRET_KEY: "secret" } });
	expect(operator.output).toContain("TURNSTILE_SECRET_KEY is set without TURNSTILE_SITE_KEY");
	expect(operator.output).toContain("Tillbox is running");
});

test("shows a plan without Stripe's keys, and asks for them before a deploy", async () => {
	const env = { STRIPE_SECRET_KEY: "", STRIPE_PUBLISHABLE_KEY: "" };
	await operator.deploy({ dryRun: true }, { env });
	for (const line of ["create the D1 database", "ask for Stripe's keys", "upload and serve"])
		expect(operator.output).toContain(`  + ${line}`);
	expect(operator.output).toContain("Not compared: what Stripe has: there is no key.");
	expect(operator.output).toContain("Nothing was changed.");
	expect(operator.changes).toEqual([]);
	expect(await operator.refusal({}, { env })).toContain("STRIPE_SECRET_KEY");
});

test("refuses another location once there is data", async () => {
	await operator.deploy({}, { env: { LOCATION: "weur" } });
	const message = await operator.refusal({}, { env: { LOCATION: "apac" } });
	expect(message).toContain("The data is in weur and stays there");
	await operator.deploy({}, { env: { LOCATION: "weur" } });
	expect(operator.changes).toEqual([]);
});

test("switches off the addresses of versions", async () => {
	await operator.deploy();
	expect(script()?.subdomain).toEqual({ enabled: true, previews_enabled: false });
	Object.assign(script()?.subdomain ?? {}, { previews_enabled: true });
	await operator.deploy();
	expect(script()?.subdomain).toEqual({ enabled: true, previews_enabled: false });
	await operator.deploy();
	expect(operator.changes).toEqual([]);
});

test("repairs changes by hand", async () => {
	await operator.deploy();
	const before = tools.endState(operator);
	const { account } = operator;
	const [database] = account.databases;
	if (database) database.read_replication = { mode: "disabled" };
	const rules = account.buckets[0]?.rules;
	Object.assign(account.buckets[0] ?? {}, { rules: [] });
	Object.assign(script() ?? {}, { schedules: [] });
	Object.assign(script()?.subdomain ?? {}, { enabled: false });
	const current = script()?.versions[0];
	if (current) current.bindings = current.bindings.filter(({ name }) => name !== "APP_SECRET");
	for (const endpoint of endpoints())
		tools.sandbox.sandbox.store.save("webhook_endpoint", {
			...endpoint,
			status: "disabled",
			enabled_events: ["invoice.paid"],
		});
	const [price] = tools.sandbox.sandbox.store.all("price");
	if (price) tools.sandbox.sandbox.store.save("price", { ...price, active: false });
	await operator.deploy();
	expect(account.buckets[0]?.rules).toMatchObject([{ id: "tillbox-unfinished-uploads" }]);
	Object.assign(account.buckets[0] ?? {}, { rules });
	expect(tools.endState(operator)).toEqual(before);
	await operator.deploy();
	expect(operator.changes).toEqual([]);
});

test.each([0, 1])(
	"replaces a webhook endpoint deleted at Stripe, and gives the Worker its secret",
	async (which) => {
		await operator.deploy();
		tools.sandbox.sandbox.store.remove(endpoints()[which]?.id ?? "");
		await operator.deploy();
		expect(
			endpoints()
				.map(({ application }) => application)
				.sort(),
		).toEqual(["ca_sandbox", null]);
		expect(tools.endState(operator)).toMatchObject({ isSecretServed: true, isWebhookKnown: true });
	},
);

test("registers the payment domain once, and enables it if it was switched off", async () => {
	const domains = () => [...tools.sandbox.sandbox.store.all("payment_method_domain")];
	await operator.deploy();
	const [domain] = domains();
	expect(domain?.domain_name).toBe(`tillbox.${operator.account.subdomain}.workers.dev`);
	await operator.deploy();
	expect(operator.changes).toEqual([]);
	if (domain)
		tools.sandbox.sandbox.store.save("payment_method_domain", { ...domain, enabled: false });
	await operator.deploy();
	expect(domains()).toMatchObject([{ id: domain?.id, enabled: true }]);
});

test("names the wallets that Stripe does not offer on the domain, and has it look again", async () => {
	const { settings } = tools.sandbox.sandbox;
	settings.wallets = ["google_pay"];
	await operator.deploy();
	const name = `tillbox.${operator.account.subdomain}.workers.dev`;
	const said = `Stripe does not offer Apple Pay, Link on ${name}`;
	expect(operator.output).toContain(said);
	settings.wallets = WALLETS;
	await operator.deploy();
	expect(operator.output).toContain(`+ have Stripe look at the payment domain ${name} again`);
	expect(operator.output).not.toContain(said);
	await operator.deploy();
	expect(operator.output).toContain(`= the payment domain ${name}`);
});

test("finds existing resources without the state file", async () => {
	await operator.deploy();
	const [database] = operator.account.databases;
	operator.forget();
	await operator.deploy();
	expect(operator.account.databases).toEqual([database]);
	expect(operator.account.buckets).toHaveLength(1);
	expect(tools.endState(operator)).toMatchObject({ isSecretServed: true, isWebhookKnown: true });
});

test("serves at the account's domain instead of workers.dev", async () => {
	await operator.deploy();
	await operator.deploy({}, { env: { DOMAIN: "files.example.com" } });
	expect(operator.account.domains).toMatchObject([
		{ hostname: "files.example.com", service: "tillbox", zone_id: "zone1" },
	]);
	expect(script()?.subdomain.enabled).toBe(false);
	expect(bound("APP_ORIGIN")).toBe("https://files.example.com");
	// The endpoint keeps its secret and gets the new address.
	const url = "https://files.example.com/api/stripe/webhook";
	expect(endpoints()).toMatchObject([{ url }, { url }]);
	await operator.deploy();
	expect(operator.changes).toEqual([]);
});

test("keeps staging's names, secrets and state apart from production's", async () => {
	await operator.deploy();
	await operator.deploy({ environment: "staging" });
	expect(operator.account.databases.map(({ name }) => name)).toEqual([
		"tillbox",
		"tillbox-staging",
	]);
	expect(operator.account.buckets.map(({ name }) => name)).toEqual([
		"tillbox-files",
		"tillbox-staging-files",
	]);
	expect(bound("APP_SECRET", "tillbox-staging")).not.toBe(bound("APP_SECRET"));
	const limits = [served(), served("tillbox-staging")].map(
		(version) => version?.bindings.find(({ type }) => type === "ratelimit")?.namespace_id,
	);
	expect(limits[0]).toBe("1001");
	expect(limits[1]).not.toBe("1001");
	expect(Object.keys(operator.state ?? {})).toEqual(["production", "staging"]);
	expect(endpoints()).toHaveLength(4);
	await operator.deploy();
	expect(operator.changes).toEqual([]);
});

test("changes nothing in a dry run", async () => {
	await operator.deploy({ dryRun: true });
	expect(operator.changes).toEqual([]);
	expect(operator.state).toBeNull();
	expect(operator.output).toContain("  + create the D1 database tillbox");
	expect(operator.output).toContain("  + apply the migration 0000_schema.sql");
	expect(operator.output).toContain("Nothing was changed.");

	await operator.deploy();
	const [before, state] = [tools.endState(operator), operator.state];
	Object.assign(script() ?? {}, { schedules: [] });
	operator.source = "second";
	await operator.deploy({ dryRun: true }, { env: { SHOW_SAMPLES: "true" } });
	expect(operator.changes).toEqual([]);
	expect(operator.output).toContain("  + set its 2 scheduled jobs");
	expect(operator.output).toContain("  = the D1 database tillbox");
	expect(operator.state).toEqual(state);
	Object.assign(script() ?? {}, { schedules: [{ cron: "* * * * *" }, { cron: "17 * * * *" }] });
	expect(tools.endState(operator)).toEqual(before);
});

test.each(["signed out", "without a network"])(
	"shows in a dry run, %s, the plan of a first deploy and what it could not compare",
	async (situation) => {
		await operator.deploy({}, { env: { DOMAIN: "files.example.com" } });
		const { state } = operator;
		const nowhere = "http://127.0.0.1:9";
		const env =
			situation === "signed out"
				? { CLOUDFLARE_API_TOKEN: "", STRIPE_SECRET_KEY: "", STRIPE_PUBLISHABLE_KEY: "" }
				: { CLOUDFLARE_API_BASE_URL: nowhere, STRIPE_API_BASE: nowhere };
		await operator.deploy({ dryRun: true }, { env });
		expect(operator.changes).toEqual([]);
		expect(operator.state).toEqual(state);
		for (const line of [
			"create the D1 database tillbox",
			"create the R2 bucket tillbox-files",
			"apply the migration 0000_schema.sql",
			"serve at https://files.example.com",
			"set its 2 scheduled jobs",
		])
			expect(operator.output).toContain(`  + ${line}`);
		expect(operator.output).toMatch(/\+ upload and serve .*: 20.00 KiB \/ gzip: 5.00 KiB/);
		expect(operator.output).not.toMatch(/was gone|Workers Free/);
		expect(operator.output).toMatch(
			situation === "signed out"
				? /^Not compared: the account, .*: nobody is signed in to Cloudflare\.$/m
				: /^Not compared: the account, .* does not answer; what Stripe has: it does not answer\.$/m,
		);
	},
);

test("signs in and asks at a terminal", async () => {
	const asked: string[] = [];
	const nothing = { CLOUDFLARE_API_TOKEN: "", STRIPE_SECRET_KEY: "", STRIPE_PUBLISHABLE_KEY: "" };
	await operator.deploy(
		{},
		{
			env: nothing,
			wrangler: quickWrangler({ stored: null, atLogin: "token" }),
			ask: async (question, suggestion) => {
				asked.push(question);
				if (question.includes("secret key")) return KEYS.STRIPE_SECRET_KEY;
				if (question.includes("publishable key")) return KEYS.STRIPE_PUBLISHABLE_KEY;
				return suggestion;
			},
		},
	);
	expect(asked).toHaveLength(4);
	await operator.deploy({}, { env: nothing, wrangler: quickWrangler({ stored: "token" }) });
	expect(operator.changes).toEqual([]);
});

test("names what the account lacks", async () => {
	await operator.deploy({}, { env: { DOMAIN: "files.example.com" } });
	for (const word of ["test mode", "Workers Free", "Cloudflare Images", "No mail can be sent"])
		expect(operator.output).toContain(word);

	const account = new StandInAccount();
	account.subscriptions = ["workers_paid", "images_basic"].map((id) => ({
		state: "Paid",
		rate_plan: { id, public_name: id },
	}));
	account.sendingDomains = [{ name: "example.com", enabled: true, tag: "1" }];
	const other = await tools.newOperator(account);
	await other.deploy({}, { env: { MAIL_FROM: "Shop <mail@example.com>" } });
	for (const word of ["Workers Free", "Cloudflare Images is", "No mail can be sent"])
		expect(other.output).not.toContain(word);
	account.tokens.get("token")?.delete("billing");
	account.tokens.get("token")?.delete("email");
	await other.deploy();
	expect(other.output).toContain("could not be read with this sign-in");
});
