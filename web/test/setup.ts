import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Modules that load on demand take their time on slow machines.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});
