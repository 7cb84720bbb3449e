import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { optionsFrom } from "./deploy.ts";
import { guessedLocation } from "./location.ts";
import { ALL_RIGHTS, type Right } from "./test/account.ts";
import { type Operator, startTools } from "./test/harness.ts";

let tools: Awaited<ReturnType<typeof startTools>>;
let operator: Operator;
beforeAll(async () => {
	tools = await startTools();
});
beforeEach(async () => {
	operator = await tools.newOperator();
});
afterAll(() => tools.close());

test("says how to sign in, and changes nothing", async () => {
	const message = await operator.refusal({}, { env: { CLOUDFLARE_API_TOKEN: "" } });
	expect(message).toContain("npx wrangler login");
	expect(message).toContain("CLOUDFLARE_API_TOKEN=… npm run deploy");
	expect(operator.platform.calls).toEqual([]);
});

test("refuses an invalid token in plain words", async () => {
	const message = await operator.refusal({}, { env: { CLOUDFLARE_API_TOKEN: "old" } });
	expect(message).toContain("does not accept the sign-in");
	expect(operator.changes).toEqual([]);
});

test("asks for one of several accounts by id", async () => {
	const other = { id: "f".repeat(32), name: "Client" };
	operator.account.accounts.push(other);
	expect(await operator.refusal()).toContain(`Client (${other.id})`);
	await operator.deploy({}, { env: { CLOUDFLARE_ACCOUNT_ID: operator.account.id } });
	await operator.deploy();
	expect(operator.changes).toEqual([]);
	const env = { CLOUDFLARE_ACCOUNT_ID: "e".repeat(32) };
	expect(await operator.refusal({}, { env })).toContain("no access to the account");
});

const needed: readonly (readonly [Right, string])[] = [
	["d1", "Account > D1: Edit"],
	["r2", "Account > Workers R2 Storage: Edit"],
	["workers", "Account > Workers Scripts: Edit"],
	["domains", "Zone > Workers Routes: Edit"],
	["zones", "Zone > Zone: Read"],
];
test.each(needed)(
	"names the permission if the right %s is missing, and makes nothing",
	async (right, name) => {
		operator.account.tokens.set("token", new Set(ALL_RIGHTS.filter((one) => one !== right)));
		const env = { DOMAIN: "files.example.com" };
		expect(await operator.refusal({}, { env })).toContain(name);
		expect(operator.changes).toEqual([]);
		operator.account.tokens.set("token", new Set(ALL_RIGHTS));
		await operator.deploy({}, { env });
	},
);

test("needs no right to list accounts if the account's id is given", async () => {
	operator.account.tokens.set("token", new Set(ALL_RIGHTS.filter((one) => one !== "accounts")));
	expect(await operator.refusal()).toContain("CLOUDFLARE_ACCOUNT_ID=…");
	await operator.deploy({}, { env: { CLOUDFLARE_ACCOUNT_ID: operator.account.id } });
});

test("says where to switch R2 on", async () => {
	operator.account.isR2On = false;
	expect(await operator.refusal()).toContain("R2 is not switched on");
	operator.account.isR2On = true;
	await operator.deploy();
});

test("uses an empty database of the same name, and leaves any other alone", async () => {
	const database = operator.account.addDatabase("tillbox");
	database.sqlite.exec("CREATE TABLE recipes (id INTEGER)");
	expect(await operator.refusal()).toContain("NAME=… npm run deploy");
	expect(operator.changes).toEqual([]);
	database.sqlite.exec("DROP TABLE recipes");
	await operator.deploy();
	expect(operator.account.databases).toEqual([database]);
});

test("leaves a bucket or Worker of the same name alone unless it is adopted", async () => {
	const bucket = operator.account.addBucket("tillbox-files");
	expect(await operator.refusal()).toContain("objects in it could be deleted");
	operator.account.buckets.pop();
	operator.account.scripts.set("tillbox", {
		versions: [],
		deployments: [],
		schedules: [],
		migrationTag: undefined,
		subdomain: { enabled: true, previews_enabled: false },
	});
	expect(await operator.refusal()).toContain("already has a Worker named tillbox");
	expect(operator.changes).toEqual([]);
	operator.account.buckets.push(bucket);
	await operator.deploy({}, { env: { NAME: "photos" } });
	expect(operator.account.databases.map(({ name }) => name)).toEqual(["photos"]);
	await operator.deploy();
	expect(operator.changes).toEqual([]);

	operator.forget();
	await operator.deploy({ adopt: true });
	expect(operator.account.buckets.map(({ name }) => name)).toEqual([
		"tillbox-files",
		"photos-files",
	]);
});

test("proposes another subdomain if one is taken, and refuses a chosen one", async () => {
	const env = { WORKERS_SUBDOMAIN: "files" };
	operator.account.takenSubdomains.add("files");
	expect(await operator.refusal({}, { env })).toContain("files.workers.dev is taken");
	await operator.deploy({ dryRun: true });
	const [, proposed = ""] = /subdomain (\S+)\.workers\.dev/.exec(operator.output) ?? [];
	operator.account.takenSubdomains.add(proposed);
	await operator.deploy();
	expect(operator.account.subdomain).toMatch(/^tillbox-[0-9a-f]{6}$/);
	expect(operator.account.subdomain).not.toBe(proposed);
});

test("explains why a domain can't be used", async () => {
	const at = (DOMAIN: string) => operator.refusal({}, { env: { DOMAIN } });
	expect(await at("no-domain")).toContain("should be a host name");
	expect(await at("files.elsewhere.org")).toContain("in no zone of this account");
	operator.account.zones.push({ id: "zone2", name: "new.org", status: "pending" });
	expect(await at("files.new.org")).toContain("not active yet (pending)");
	operator.account.domains = [
		{
			id: "1",
			hostname: "shop.example.com",
			service: "shop",
			zone_id: "zone1",
		},
	];
	expect(await at("shop.example.com")).toContain("the address of the Worker shop");
	expect(operator.account.databases).toEqual([]);

	operator.account.records = ["files.example.com"];
	expect(await at("files.example.com")).toContain("has DNS records of its own");
	operator.account.records = [];
	await operator.deploy({}, { env: { DOMAIN: "files.example.com" } });
	expect(operator.account.databases).toHaveLength(1);
});

test("refuses wrong keys, addresses and variables before any call", async () => {
	const cases: readonly (readonly [Record<string, string>, string])[] = [
		[{ STRIPE_SECRET_KEY: "" }, "STRIPE_SECRET_KEY missing"],
		[{ STRIPE_SECRET_KEY: "pk_test_x" }, "should begin with sk_test_"],
		[{ STRIPE_PUBLISHABLE_KEY: "sk_test_x" }, "should begin with pk_test_"],
		[{ STRIPE_PUBLISHABLE_KEY: "pk_live_x" }, "use a pair"],
		[{ STRIPE_API_BASE: "" }, "sandbox's Stripe keys"],
		[{ APP_SECRET: "short" }, "at least 32 characters"],
		[{ LOCATION: "mars" }, "wnam, enam"],
		[{ NAME: "My Shop" }, "lowercase letters"],
		[{ LOOPBACK_REGISTRATIONS_PER_MINUTE: "5" }, "for this machine alone"],
		[{ WEBHOOK_LOCALHOST: "true" }, "for this machine alone"],
	];
	for (const [env, sentence] of cases) {
		expect(await operator.refusal({}, { env })).toContain(sentence);
		expect(operator.platform.calls).toEqual([]);
	}
	const live = { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_PUBLISHABLE_KEY: "pk_live_x" };
	expect(await operator.refusal({ environment: "staging" }, { env: live })).toContain(
		"would charge real cards",
	);
	expect(await operator.refusal({}, { env: { STORAGE_FREE_GB: "much" } })).toContain(
		"STORAGE_FREE_GB",
	);
});

test("reports a key that Stripe refuses before making anything", async () => {
	const message = await operator.refusal({}, { env: { STRIPE_SECRET_KEY: "sk_test_other" } });
	expect(message).toContain("Stripe does not accept STRIPE_SECRET_KEY");
	expect(operator.changes).toEqual([]);
});

test("deploys with an account that settles in another currency than US dollars", async () => {
	Object.assign(tools.sandbox.sandbox.settings, { country: "DE", currency: "eur" });
	await operator.deploy();
	expect(operator.output).toContain("Stripe accepts the key; the account settles in EUR");
});

test("goes on without Connect, and says so", async () => {
	tools.sandbox.sandbox.faults.add({
		path: "/v1/accounts",
		method: "GET",
		contains: "",
		times: 1,
		effect: 403,
	});
	await operator.deploy();
	expect(operator.output).toContain("Stripe Connect is off");
});

test("stops at a damaged state file", async () => {
	writeFileSync(operator.stateFile, "{");
	expect(await operator.refusal()).toContain(".deploy.json can't be read");
	expect(operator.platform.calls).toEqual([]);
});

test("gives advice if the address isn't healthy in time, and looks again in the next run", async () => {
	operator.account.health = () => 503;
	const message = await operator.refusal({}, { env: { HEALTH_TIMEOUT_S: "30" } });
	expect(message).toContain("Everything is deployed, but");
	expect(message).toContain("status 503");
	expect(message).toContain("--rollback");
	operator.account.health = () => 200;
	await operator.deploy();
	expect(operator.changes).toEqual([]);
});

test("refuses unknown words on the command line", () => {
	expect(optionsFrom({ "dry-run": true, env: "staging" }, [])).toMatchObject({
		environment: "staging",
		dryRun: true,
		rollback: false,
	});
	expect(optionsFrom({ rollback: true }, ["abc"]).rollback).toBe("abc");
	expect(optionsFrom({ rollback: true }, []).rollback).toBe(true);
	expect(() => optionsFrom({}, ["staging"])).toThrow('"staging"');
	expect(() => optionsFrom({ env: "A B" }, [])).toThrow("--env");
});

test("guesses the location from the time zone", () => {
	const zones = ["Europe/Berlin", "Europe/Warsaw", "America/Denver", "America/New_York"];
	const more = ["Asia/Tokyo", "Australia/Perth", "UTC"];
	expect([...zones, ...more].map(guessedLocation)).toEqual([
		"weur",
		"eeur",
		"wnam",
		"enam",
		"apac",
		"oc",
		"enam",
	]);
});
