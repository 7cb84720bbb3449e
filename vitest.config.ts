import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
	plugins: [
		cloudflareTest(async () => ({
			wrangler: { configPath: "./wrangler.toml" },
			miniflare: {
				bindings: {
					TEST_MIGRATIONS: await readD1Migrations("./migrations"),
					APP_ORIGIN: "https://tillbox.test",
					APP_SECRET: "a secret for tests only, at least 32 characters",
					STRIPE_SECRET_KEY: "sk_test_sandbox",
					STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
					STRIPE_WEBHOOK_SECRET: "whsec_test",
				},
			},
		})),
	],
	test: {
		include: ["worker/**/*.test.ts"],
		setupFiles: ["./worker/test/setup.ts"],
		testTimeout: 30_000,
		reporters: ["default"],
	},
});
