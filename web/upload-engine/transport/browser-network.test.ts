import { afterEach, expect, it, vi } from "vitest";
import { browserNetwork } from "./browser-network.ts";

afterEach(() => vi.unstubAllGlobals());

it("rejects a wait for a connection that was aborted before", async () => {
	vi.stubGlobal("navigator", { onLine: false });
	vi.stubGlobal("addEventListener", () => {});
	const reason = new Error("given up");
	await expect(browserNetwork.whenOnline(AbortSignal.abort(reason))).rejects.toBe(reason);
});
