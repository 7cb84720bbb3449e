import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { sandboxAddress } from "./dev/test-sandbox.ts";

export default defineConfig({
	plugins: [
		cloudflareTest(async () => ({
			wrangler: { configPath: "./wrangler.toml" },
			miniflare: {
				bindings: {
					TEST_MIGRATIONS: await readD1Migrations("./migrations"),
					APP_ORIGIN: "https://tillbox.test",
					APP_SECRET: "a secret for tests only, at least 32 characters",
					LOOPBACK_REGISTRATIONS_PER_MINUTE: "100",
					STRIPE_API_BASE: await sandboxAddress(),
					STRIPE_SECRET_KEY: "sk_test_sandbox",
					STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
					STRIPE_WEBHOOK_SECRET: "whsec_test",
					// Tests come from one network; those about the limit set their own.
					MAILS_PER_NETWORK: "100000",
				},
			},
		})),
	],
	test: {
		include: ["worker/**/*.test.ts"],
		globalSetup: ["./dev/test-sandbox.ts"],
		setupFiles: ["./worker/test/setup.ts"],
		testTimeout: 120_000,
		maxWorkers: 2,
		reporters: ["default"],
	},
});
