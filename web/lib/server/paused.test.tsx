import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show } from "../../test/render.tsx";
import { apiFetch } from "./api-fetch.ts";
import { setPaused } from "./paused.ts";
import { usePaused } from "./queries/pauses.ts";

const refusal = (code: string) =>
	Response.json({ code, message: "Paused.", requestId: "1" }, { status: 503 });

function Shown() {
	const uploads = usePaused("uploads");
	const maintenance = usePaused("maintenance");
	return <p>{`uploads ${uploads}, maintenance ${maintenance}`}</p>;
}

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	setPaused([]);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test("shows a pause after a refused call, and its end within a minute", async () => {
	const fetch = vi
		.fn()
		.mockResolvedValueOnce(refusal("uploads.paused"))
		.mockResolvedValueOnce(Response.json({ paused: ["uploads"] }))
		.mockResolvedValueOnce(Response.json({ paused: [] }));
	vi.stubGlobal("fetch", fetch);
	const page = show(<Shown />);
	page.getByText("uploads false, maintenance false");
	await act(() => apiFetch("/api/uploads", { method: "POST" }).catch(() => undefined));
	page.getByText("uploads true, maintenance false");
	await act(() => vi.advanceTimersByTimeAsync(60_000));
	page.getByText("uploads true, maintenance false");
	await act(() => vi.advanceTimersByTimeAsync(60_000));
	await page.findByText("uploads false, maintenance false");
	await act(() => vi.advanceTimersByTimeAsync(120_000));
	expect(fetch).toHaveBeenCalledTimes(3);
});

test("ends maintenance with the first answer", async () => {
	const fetch = vi.fn().mockResolvedValueOnce(refusal("maintenance"));
	vi.stubGlobal("fetch", fetch);
	const page = show(<Shown />);
	await act(() => apiFetch("/api/user").catch(() => undefined));
	page.getByText("uploads false, maintenance true");
	fetch.mockResolvedValueOnce(Response.json({}));
	await act(() => apiFetch("/api/user"));
	page.getByText("uploads false, maintenance false");
});
