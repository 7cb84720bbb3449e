import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { compiledMessages } from "./tools/build/compiled-messages.ts";
import { icons } from "./tools/build/icons.ts";
import { closeTestSandboxes, startTestSandbox } from "./tools/local/test-sandbox.ts";
import { schemasOnly } from "./tools/openapi/build.ts";

// Otherwise Wrangler reports for each file which secrets it found.
process.env.WRANGLER_LOG ??= "error";

/** Half a minute each: begun last, one of them would leave the other worker without anything to do. */
const LONG = /\/(?:authorization-\w+|customers\/deletion\/faults)[.]test[.]ts$/;

class LongFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
	}
}

/** Everything in worker/, in the Workers runtime; and of the client what programs run there. */
const workers = {
	// Otherwise Vite warns of each file of a package whose source map points to nothing.
	logLevel: "error" as const,
	plugins: [
		// Called for each runtime, which thereby has a payment provider of its own: some tests compare all that is stored there.
		cloudflareTest(async () => ({
			wrangler: { configPath: "./wrangler.toml" },
			// The local object store reports each body that breaks off; tests send such bodies on purpose.
			verbose: false,
			miniflare: {
				bindings: {
					TEST_MIGRATIONS: await readD1Migrations("./migrations"),
					APP_ORIGIN: "https://tillbox.test",
					APP_SECRET: "a secret for tests only, at least 32 characters",
					LOOPBACK_REGISTRATIONS_PER_MINUTE: "100",
					STRIPE_API_BASE: await startTestSandbox(),
					STRIPE_SECRET_KEY: "sk_test_sandbox",
					STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
					STRIPE_WEBHOOK_SECRET: "whsec_test",
					STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect",
					// Tests come from one network; those about the limit set their own.
					MAILS_PER_NETWORK: "100000",
					RESTORED_TRANSFERS: process.env.RESTORED_TRANSFERS ?? "100",
					API_DESCRIPTION: JSON.stringify(await schemasOnly()),
					ALL_ROUNDS: process.env.ALL_ROUNDS ?? "false",
					HOSTILE_REQUESTS: process.env.HOSTILE_REQUESTS ?? "2000",
					DESCRIBED_CALLS: process.env.DESCRIBED_CALLS ?? "150",
					COURSES: process.env.COURSES ?? "8",
					COURSES_SEED: process.env.COURSES_SEED ?? "1",
				},
			},
		})),
		{ name: "test-sandboxes", closeBundle: closeTestSandboxes },
	],
	test: {
		name: "workers",
		include: ["worker/**/*.test.ts", "packages/client/src/{runtimes,webhooks}.test.ts"],
		setupFiles: ["./worker/test/setup.ts"],
		// The files of a worker share its runtime and modules, which take seconds to load.
		isolate: false,
		maxWorkers: 2,
		// Projects with another number of workers come before.
		sequence: { groupOrder: 1 },
	},
};

/** Tests without a runtime of their own: the web app's engine and helpers, the command line and the client. */
const node = {
	plugins: [compiledMessages(), icons()],
	test: {
		name: "node",
		include: ["web/**/*.test.ts", "packages/{cli,client}/**/*.test.ts"],
		exclude: ["web/e2e/**"],
		environment: "node",
		// Pure code leaves nothing behind: its modules are loaded once per worker, not once per file.
		isolate: false,
	},
};

/** The tools: they start processes, and change those of their own process. */
const tools = {
	test: {
		name: "tools",
		include: ["tools/**/*.spec.ts"],
		environment: "node",
		// They often wait for those processes; on two processors the default is one at a time.
		maxWorkers: 2,
		sequence: { groupOrder: 1 },
	},
};

/** Components and hooks with logic of their own, in a simulated browser. */
const components = {
	plugins: [compiledMessages(), icons()],
	test: {
		name: "components",
		include: ["web/**/*.test.tsx"],
		environment: "happy-dom",
		// The simulated browser is loaded once per worker, not once per file: half the time.
		pool: "vmThreads" as const,
		setupFiles: ["./web/test/setup.ts"],
	},
};

/** `ORDER_SEED=7 npm test` runs the files of each step in another order, the same for the same number. */
const orderSeed = Number(process.env.ORDER_SEED ?? 0);

export default defineConfig({
	test: {
		projects: [workers, node, tools, components],
		sequence: orderSeed ? { shuffle: { files: true }, seed: orderSeed } : { sequencer: LongFirst },
		// Some start real processes or walk through megabytes; slow machines get the time they need.
		testTimeout: 120_000,
		hookTimeout: 120_000,
		// Logs of the code under test are shown for failed tests only.
		silent: "passed-only",
	},
});
