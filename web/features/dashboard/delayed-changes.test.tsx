import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toastStore } from "../../ui/toast.ts";
import { changeLater, undoChange } from "./delayed-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const send = vi.fn(async () => undefined);
beforeEach(() => void send.mockClear());
const WORDS = { title: "", text: "", undo: "Undo", failed: "Not saved" };
const decide = (kind: "delete" | "stop", request = send) =>
	changeLater({ slug: "low-tide", kind, send: request, ...WORDS });
const leave = (persisted: boolean) =>
	window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted }));

test.each([
	{ page: "closed", persisted: false },
	{ page: "kept for going back", persisted: true },
])("a page that is $page sends what was decided at once, and once", async ({ persisted }) => {
	decide("delete");
	leave(persisted);
	expect(send).toHaveBeenCalledWith({ keepalive: true });
	expect(toastStore.get()).toBeNull();
	await vi.advanceTimersByTimeAsync(20_000);
	expect(send).toHaveBeenCalledOnce();
});

test("sends after ten seconds, when the undo disappears", async () => {
	decide("stop");
	expect(toastStore.get()?.action?.label).toBe("Undo");
	await vi.advanceTimersByTimeAsync(9_999);
	expect(send).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(1);
	expect(send).toHaveBeenCalledOnce();
	expect(toastStore.get()).toBeNull();
});

test("never sends an undone change", async () => {
	decide("stop");
	expect(undoChange("low-tide")).toBe(true);
	leave(true);
	await vi.advanceTimersByTimeAsync(20_000);
	expect(send).not.toHaveBeenCalled();
});

test("waits for a change that is on the way, instead of undoing it", async () => {
	const { promise, resolve } = Promise.withResolvers<undefined>();
	decide(
		"stop",
		vi.fn(() => promise),
	);
	await vi.advanceTimersByTimeAsync(10_000);
	const ended = vi.fn();
	const undone = undoChange("low-tide");
	expect(undone).not.toBe(true);
	void Promise.resolve(undone).then(ended);
	await vi.advanceTimersByTimeAsync(0);
	expect(ended).not.toHaveBeenCalled();
	resolve(undefined);
	await vi.advanceTimersByTimeAsync(0);
	expect(ended).toHaveBeenCalledOnce();
});

test("sends only the later decision on a share", async () => {
	const stop = vi.fn(async () => undefined);
	decide("stop", stop);
	decide("delete");
	await vi.advanceTimersByTimeAsync(20_000);
	expect(stop).not.toHaveBeenCalled();
	expect(send).toHaveBeenCalledOnce();
});

test("shows a refusal", async () => {
	send.mockRejectedValueOnce(new Error("no"));
	decide("stop");
	await vi.advanceTimersByTimeAsync(10_000);
	expect(toastStore.get()?.title).toBe("Not saved");
});
