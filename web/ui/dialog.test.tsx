import { fireEvent } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { show } from "../test/render.tsx";
import { Dialog } from "./dialog.tsx";
import { ConfirmDialog } from "./form-dialog.tsx";

function Page() {
	const [open, setOpen] = useState(false);
	return (
		<>
			<button type="button" onClick={() => setOpen(true)}>
				Open
			</button>
			{open && (
				<Dialog onClose={() => setOpen(false)} title="A question">
					<p>Are you sure?</p>
				</Dialog>
			)}
		</>
	);
}

async function opened() {
	const page = show(<Page />);
	await page.user.click(page.getByRole("button", { name: "Open" }));
	return { ...page, dialog: page.getByRole<HTMLDialogElement>("dialog") };
}

test("opens a modal named by its title, which gets the focus", async () => {
	const { dialog, getByRole } = await opened();
	const heading = getByRole("heading", { name: "A question" });
	expect(dialog.open).toBe(true);
	expect(dialog.getAttribute("aria-labelledby")).toBe(heading.id);
	expect(document.activeElement).toBe(heading);
});

test("closes a dialog by its close button", async () => {
	const { dialog, getByRole, user } = await opened();
	await user.click(getByRole("button", { name: "Close" }));
	expect(dialog.isConnected).toBe(false);
});

test("closes a dialog on Escape and on a click outside, not on one inside", async () => {
	const { dialog, getByText, getByRole, queryByRole, user } = await opened();
	await user.click(getByText("Are you sure?"));
	expect(dialog.open).toBe(true);
	// A click on the backdrop has the dialog itself as its target.
	fireEvent.click(dialog);
	expect(queryByRole("dialog")).toBeNull();
	await user.click(getByRole("button", { name: "Open" }));
	// The browser's own event for Escape.
	fireEvent(getByRole("dialog"), new Event("cancel", { cancelable: true }));
	expect(queryByRole("dialog")).toBeNull();
});

test("keeps a question open with the reason when its action fails", async () => {
	const onConfirm = vi.fn().mockRejectedValueOnce(new Error("offline"));
	const { findByRole, getByRole, queryByRole, user } = show(
		<ConfirmDialog
			title="Delete it?"
			action="Delete"
			failed="It wasn’t deleted"
			onConfirm={onConfirm}
			onClose={vi.fn()}
		>
			It is gone for good.
		</ConfirmDialog>,
	);
	await user.click(getByRole("button", { name: "Delete" }));
	expect((await findByRole("alert")).textContent).toBe("It wasn’t deletedPlease try again.");
	await user.click(getByRole("button", { name: "Delete" }));
	expect(onConfirm).toHaveBeenCalledTimes(2);
	expect(queryByRole("alert")).toBeNull();
});
