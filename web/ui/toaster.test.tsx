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

test("a toast shows its title and text, and its close button closes it", async () => {
	const { findByText, getByText, getByRole, queryByText, user } = show(area);
	tell({ title: "Saved", text: "Your changes are public." });
	await findByText("Saved");
	getByText("Your changes are public.");
	await user.click(getByRole("button", { name: "Close" }));
	await waitFor(() => expect(queryByText("Saved")).toBeNull());
});

test("a new toast replaces the one before", async () => {
	const { findByText, queryByText } = show(area);
	tell({ title: "First" });
	await findByText("First");
	tell({ title: "Second" });
	await findByText("Second");
	expect(queryByText("First")).toBeNull();
});

test("a toast's action runs once, and closes it", async () => {
	const run = vi.fn();
	const { findByRole, queryByText, user } = show(area);
	tell({ title: "Deleted", action: { label: "Undo", run } });
	await user.click(await findByRole("button", { name: "Undo" }));
	expect(run).toHaveBeenCalledOnce();
	await waitFor(() => expect(queryByText("Deleted")).toBeNull());
});

test("a toast that was replaced does not close its successor", () => {
	const first = toast({ title: "First" });
	const second = toast({ title: "Second" });
	dismissToast(first);
	expect(toastStore.get()?.id).toBe(second);
});
