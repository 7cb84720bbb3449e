import { expect, test, vi } from "vitest";
import { recoverFromChunkFailure } from "./chunk-recovery.ts";

test("reloads the page once for a missing chunk, and never if that can't be remembered", () => {
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
