import { fireEvent } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { show } from "../test/render.tsx";
import { Dialog } from "./dialog.tsx";

function Page() {
	const [open, setOpen] = useState(false);
	return (
		<>
			<button type="button" onClick={() => setOpen(true)}>
				Open
			</button>
			<Dialog open={open} onClose={() => setOpen(false)} title="A question" closeLabel="Close">
				<p>Are you sure?</p>
			</Dialog>
		</>
	);
}

async function opened() {
	const page = show(<Page />);
	await page.user.click(page.getByRole("button", { name: "Open" }));
	return { ...page, dialog: page.getByRole<HTMLDialogElement>("dialog") };
}

test("a dialog opens as a modal one named by its title, which gets the focus", async () => {
	const { dialog, getByRole } = await opened();
	const heading = getByRole("heading", { name: "A question" });
	expect(dialog.open).toBe(true);
	expect(dialog.getAttribute("aria-labelledby")).toBe(heading.id);
	expect(document.activeElement).toBe(heading);
});

test("a closed dialog has no content", () => {
	const { queryByText } = show(<Page />);
	expect(queryByText("Are you sure?")).toBeNull();
});

test("the close button closes a dialog", async () => {
	const { dialog, getByRole, user } = await opened();
	await user.click(getByRole("button", { name: "Close" }));
	expect(dialog.open).toBe(false);
});

test("a dialog is closed by a press of Escape and by a click outside, not by one inside", async () => {
	const { dialog, getByText, getByRole, user } = await opened();
	await user.click(getByText("Are you sure?"));
	expect(dialog.open).toBe(true);
	// A click on the backdrop has the dialog itself as its target.
	fireEvent.click(dialog);
	expect(dialog.open).toBe(false);
	await user.click(getByRole("button", { name: "Open" }));
	expect(dialog.open).toBe(true);
	// The browser's own event for Escape.
	fireEvent(dialog, new Event("cancel", { cancelable: true }));
	expect(dialog.open).toBe(false);
});
