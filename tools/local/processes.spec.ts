import { afterEach, expect, test, vi } from "vitest";
import { toolEnv } from "./processes.ts";

afterEach(() => vi.unstubAllEnvs());

test("a tool runs in the environment that the command began with, whatever a build in this process has set", () => {
	const before = process.env.NODE_ENV;
	vi.stubEnv("NODE_ENV", "production");
	expect(toolEnv().NODE_ENV).toBe(before);
	expect(before).not.toBe("production");
});
