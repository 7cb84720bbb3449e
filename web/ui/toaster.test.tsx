import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { show } from "../test/render.tsx";
import { dismissToast, toast, toastStore } from "./toast.ts";
import { Toaster } from "./toaster.tsx";

const area = <Toaster label="Messages (F8)" />;
const tell = (...message: Parameters<typeof toast>) => act(() => toast(...message));

afterEach(() => {
	const shown = toastStore.get();
	if (shown) dismissToast(shown.id);
});

test("shows a toast's title and text, and closes it by its button", async () => {
	const { findByText, getByText, getByRole, queryByText, user } = show(area);
	tell({ title: "Saved", text: "Your changes are public." });
	await findByText("Saved");
	getByText("Your changes are public.");
	await user.click(getByRole("button", { name: "Close" }));
	await waitFor(() => expect(queryByText("Saved")).toBeNull());
});

test("replaces a toast by a new one", async () => {
	const { findByText, queryByText } = show(area);
	tell({ title: "First" });
	await findByText("First");
	tell({ title: "Second" });
	await findByText("Second");
	expect(queryByText("First")).toBeNull();
});

test("closes a toast after five seconds", async () => {
	const { findByText } = show(area);
	tell({ title: "Loaded" });
	await findByText("Loaded");
	vi.useFakeTimers();
	tell({ title: "Saved" });
	act(() => vi.advanceTimersByTime(4_999));
	expect(toastStore.get()?.title).toBe("Saved");
	act(() => vi.advanceTimersByTime(1));
	expect(toastStore.get()).toBeNull();
});

test("runs a toast's action once, and closes the toast", async () => {
	const run = vi.fn();
	const { findByRole, queryByText, user } = show(area);
	tell({ title: "Deleted", action: { label: "Undo", run } });
	await user.click(await findByRole("button", { name: "Undo" }));
	expect(run).toHaveBeenCalledOnce();
	await waitFor(() => expect(queryByText("Deleted")).toBeNull());
});

test("doesn't close the successor of a replaced toast", () => {
	const first = toast({ title: "First" });
	const second = toast({ title: "Second" });
	dismissToast(first);
	expect(toastStore.get()?.id).toBe(second);
});
