import { defineConfig } from "vitest/config";
import { compiledMessages } from "./dev/compiled-messages.ts";

// What needs no runtime of its own: the web app's engine and helpers, and the tools in dev/.
export default defineConfig({
	plugins: [compiledMessages()],
	test: {
		include: ["web/**/*.test.ts", "dev/**/*.spec.ts"],
		exclude: ["web/e2e/**"],
		environment: "node",
		// Some start real processes or walk through megabytes; slow machines get the time they need.
		testTimeout: 120_000,
	},
});
