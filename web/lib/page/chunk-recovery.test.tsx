import { expect, test, vi } from "vitest";
import { recoverFromChunkFailure } from "./chunk-recovery.ts";

test("a missing chunk reloads the page once, and never where that can't be remembered", () => {
	const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
	const storage = vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
		throw new DOMException("Access is denied for this document.", "SecurityError");
	});
	expect(recoverFromChunkFailure()).toBe(false);
	storage.mockRestore();
	expect(recoverFromChunkFailure()).toBe(true);
	expect(recoverFromChunkFailure()).toBe(false);
	expect(reload).toHaveBeenCalledOnce();
});
