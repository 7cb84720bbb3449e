import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Modules that load on demand take their time on slow machines.
const PATIENCE_MS = 10_000;
configure({ asyncUtilTimeout: PATIENCE_MS });
const { waitFor } = vi;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);

afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});
