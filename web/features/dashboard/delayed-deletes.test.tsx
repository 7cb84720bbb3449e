import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteShare } from "../../lib/server/queries/shares.ts";
import { deleteLater, undoDelete } from "./delayed-deletes.ts";

vi.mock("../../lib/server/queries/shares.ts", () => ({
	deleteShare: vi.fn(async () => undefined),
}));

beforeEach(() => {
	vi.useFakeTimers();
	vi.mocked(deleteShare).mockClear();
});
afterEach(() => vi.useRealTimers());

const outcomes = () => ({ sent: vi.fn(), done: vi.fn(), failed: vi.fn() });
const leave = (persisted: boolean) =>
	window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted }));

test.each([
	{ page: "closed", persisted: false },
	{ page: "kept for going back", persisted: true },
])("a page that is $page sends its deletions at once, and once", async ({ persisted }) => {
	const { sent, done, failed } = outcomes();
	deleteLater({ slug: "low-tide", buyers: "keep" }, { sent, done, failed });
	leave(persisted);
	expect(deleteShare).toHaveBeenCalledWith("low-tide", { buyers: "keep" }, { keepalive: true });
	expect(sent).toHaveBeenCalledOnce();
	await vi.advanceTimersByTimeAsync(20_000);
	expect(done).toHaveBeenCalledOnce();
	expect(failed).not.toHaveBeenCalled();
	expect(deleteShare).toHaveBeenCalledOnce();
});

test("never sends a deletion that was undone", async () => {
	const { sent, done, failed } = outcomes();
	deleteLater({ slug: "low-tide", buyers: "keep" }, { sent, done, failed });
	undoDelete("low-tide");
	leave(true);
	await vi.advanceTimersByTimeAsync(20_000);
	expect(deleteShare).not.toHaveBeenCalled();
});
